import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { FakeTranscriptionServer } from '@ringwell/testing/fake-transcription-server';
import { makeAudio } from '@ringwell/testing/make-audio';
import { temporaryDirectory } from '@ringwell/testing/temporary-directory';
import { TestSystem } from '@ringwell/testing/test-system';

const TOOLS = ['ffprobe', 'ffmpeg', 'pocketsphinx_continuous'];
const files = temporaryDirectory();
const provider = new FakeTranscriptionServer();

const readers: ChildProcess[] = [];

beforeAll(() => provider.start());
afterAll(() => provider.stop());
afterEach(() => {
  for (const reader of readers.splice(0)) reader.kill();
});

// Before they run, the tools report their user and environment through a pipe, because they can't write files.
async function makeReportingTools(name: string): Promise<{ bin: string; readReports: () => string[] }> {
  const [bin, pipe] = [join(files, name), join(files, `${name}.pipe`)];
  await mkdir(bin);
  execFileSync('mkfifo', ['--mode=666', pipe]);
  for (const folder of [files, bin]) await chmod(folder, 0o755);
  for (const tool of TOOLS) {
    const toolPath = execFileSync('which', [tool], { encoding: 'utf8' }).trim();
    const script = `#!/bin/sh\n{ echo "${tool} uid=$(id -u)"; env | sed 's/=.*//'; } > ${pipe}\nexec ${toolPath} "$@"\n`;
    await writeFile(join(bin, tool), script);
    await chmod(join(bin, tool), 0o755);
  }
  let reports = '';
  // Opened for reading and writing, so the pipe doesn't end when a tool closes it.
  const reader = spawn('sh', ['-c', 'exec cat <> "$1"', 'sh', pipe], { stdio: ['ignore', 'pipe', 'inherit'] });
  readers.push(reader);
  reader.stdout.setEncoding('utf8').on('data', (text: string) => (reports += text));
  return { bin, readReports: () => reports.trim().split('\n') };
}

it.each([
  ['a remote recognizer', () => ({ TRANSCRIPTION_BASE_URL: provider.baseUrl }), ['ffprobe', 'ffmpeg']],
  ['the built-in recognizer', () => ({ TRANSCRIPTION_ENGINE: 'pocketsphinx' }), TOOLS],
])(
  "runs media tools without the worker's keys, and never as root, with %s",
  async (name, env, expectedTools) => {
    const { bin, readReports } = await makeReportingTools(name.split(' ')[1] ?? name);
    const system = await TestSystem.start({ workers: 0, env: env() });
    try {
      await system.startWorkerProcess({ PATH: `${bin}:${process.env['PATH']}` });
      const account = await system.database.makeAccount({
        settings: { inboundMinCallTime: 0, outboundMinCallTime: 0 },
      });
      const recording = await makeAudio(join(files, `${account.account.id}.wav`), [
        '-i',
        'samples/positive.wav',
        '-t',
        '3',
      ]);
      const id = await system.submit(account, recording);
      expect(await system.waitForCall(account, id)).toMatchObject({ state: 'completed', error: null });
    } finally {
      await system.stop();
    }
    const lines = readReports();
    const startLines = lines.filter((line) => line.includes(' uid='));
    expect([...new Set(startLines.map((line) => line.split(' ')[0]))].sort()).toEqual([...expectedTools].sort());
    expect(startLines.filter((line) => line.endsWith(' uid=0'))).toEqual([]);
    const names = new Set(lines.filter((line) => !line.includes(' uid=')));
    expect(
      [...names].filter((variable) => !['LC_ALL', 'PATH', 'PWD', 'OLDPWD', 'SHLVL', '_'].includes(variable)),
    ).toEqual([]);
  },
  180_000,
);
