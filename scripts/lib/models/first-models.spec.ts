import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { temporaryDirectory } from '@ringwell/testing/temporary-directory';

import {
  ARCHIVE_PATH,
  makeArchive,
  ModelProcess,
  sha256,
  makeTransducerModel,
  makeTransducerFiles,
  type Outcome,
  type TestModel,
} from '../../testing/model-command';
import { breakAfter, ModelServer, stallAfter, respondWithStatus } from '../../testing/model-server';

const directory = temporaryDirectory();
const server = new ModelServer();
let runner: ModelProcess;
beforeAll(async () => {
  await server.start();
  runner = await ModelProcess.start(directory);
});
afterAll(async () => {
  await runner.kill();
  server.stop();
});
afterEach(() => server.reset());

const archive = makeArchive(directory, makeTransducerFiles(20_000));
const gguf = randomBytes(30_000);
const NOTES_PATH = '/someone/Notes-GGUF/resolve/main/notes.gguf';
const parakeet = makeTransducerModel(archive, { sha256: sha256(archive) });
const notes: TestModel = {
  ...parakeet,
  name: 'notes',
  purpose: 'notes',
  languages: ['*'],
  diskBytes: gguf.length,
  sources: [
    {
      publisher: 'https://publisher.invalid',
      release: 'someone/Notes-GGUF/resolve/main',
      file: 'notes.gguf',
      bytes: gguf.length,
      sha256: sha256(gguf),
      contents: { 'model.gguf': '' },
    },
  ],
};
const availableRoom = { memoryMb: 10_000, diskBytes: 1e12 };

interface TestCase {
  folder: string;
  auto: (process?: ModelProcess) => Promise<Outcome>;
}

function setUp(change: { catalog?: TestModel[]; mirror?: string; env?: Record<string, string> } = {}): TestCase {
  const folder = join(mkdtempSync(join(directory, 'case-')), 'models');
  server.files.set(ARCHIVE_PATH, archive);
  server.files.set(NOTES_PATH, gguf);
  const settings = { catalog: [parakeet, notes], folder, mirror: server.url, room: availableRoom, ...change };
  return { folder, auto: (process = runner) => process.run(settings, ['auto']) };
}

const listInstalled = (folder: string): string[] => readdirSync(folder).filter((name) => !name.startsWith('.'));
// Requests for the first byte check whether a file is available.
const listDownloadRanges = (): (string | undefined)[] => server.ranges.filter((range) => range !== 'bytes=0-0');

describe('npm run models -- auto', () => {
  it('prints the sizes, installs a recognizer and a notes model, and does nothing the next time', async () => {
    const { folder, auto: runAuto } = setUp();
    const { code, output } = await runAuto();
    expect(code).toBe(0);
    expect(output).toMatch(
      /background.*: parakeet \(\d+ kB, transcribes calls\) and notes \(30 kB, writes the notes\)/,
    );
    expect(output.indexOf('background')).toBeLessThan(output.indexOf('%'));
    expect(output).toContain('parakeet is installed and in use');
    expect(output).toContain('notes is installed and in use');
    expect(listInstalled(folder)).toEqual(['notes', 'parakeet']);
    expect(existsSync(join(folder, '.progress.json'))).toBe(false);
    expect(await runAuto()).toEqual({ code: 0, output: 'There are no models to install.\n' });
  });

  it('skips models that MODELS or another engine makes unnecessary', async () => {
    expect((await setUp({ env: { MODELS: 'off' } }).auto()).output).toContain('MODELS is off');
    const engines = { TRANSCRIPTION_API_KEY: 'key', ANALYSIS_API_KEY: 'key' };
    expect((await setUp({ env: engines }).auto()).output).toContain('There are no models to install');
    expect(server.ranges).toEqual([]);
  });

  it('reports a lost connection once, and continues once it is back', async () => {
    const { folder, auto: runAuto } = setUp();
    server.respondNextWith(ARCHIVE_PATH, ...Array.from({ length: 3 }, () => respondWithStatus(503)));
    server.respondNextWith(NOTES_PATH, ...Array.from({ length: 3 }, () => respondWithStatus(503)));
    const { code, output } = await runAuto();
    expect(code).toBe(0);
    expect(output.split('\n')[0]).toBe(
      'The publishers of the local models cannot be reached, so the built-in engines stay in use. Retrying in a few minutes.',
    );
    expect(output.match(/cannot be reached/g)).toHaveLength(1);
    expect(listInstalled(folder)).toEqual(['notes', 'parakeet']);
  });

  it('continues an interrupted or stalled download, without downloading anything twice', async () => {
    const { folder, auto: runAuto } = setUp({ catalog: [notes] });
    server.respondNextWith(
      NOTES_PATH,
      respondWithStatus(206),
      breakAfter(5_000),
      stallAfter(5_000),
      ...Array.from({ length: 5 }, () => respondWithStatus(500)),
    );
    const { code, output } = await runAuto();
    expect(code).toBe(0);
    expect(output).toContain('notes: The download was interrupted (the server responded with status 500).');
    expect(readFileSync(join(folder, 'notes/model.gguf'))).toEqual(gguf);
    expect(listDownloadRanges().filter((range) => range === undefined)).toHaveLength(1);
  });

  it('gives up on a file with a wrong checksum after a second download, and still installs the other model', async () => {
    const { folder, auto: runAuto } = setUp();
    server.files.set(ARCHIVE_PATH, randomBytes(archive.length));
    const { code, output } = await runAuto();
    expect(code).toBe(1);
    expect(output.match(/does not match its checksum/g)).toHaveLength(2);
    expect(output).toContain('The next start will try again.');
    expect(listInstalled(folder)).toEqual(['notes']);
    expect(listDownloadRanges()).toEqual([undefined, undefined, undefined]);
  });

  it('waits for another process to install, even in another container, and downloads nothing twice', async () => {
    const otherProcess = await ModelProcess.start(directory);
    const { folder, auto: runAuto } = setUp();
    server.chunkBytes = 500;
    const outcomes = await Promise.all([runAuto(), runAuto(otherProcess)]);
    await otherProcess.kill();
    expect(outcomes.map(({ code }) => code)).toEqual([0, 0]);
    expect(listInstalled(folder)).toEqual(['notes', 'parakeet']);
    expect(listDownloadRanges()).toEqual([undefined, undefined]);
  });

  it("respects another container's lock while it is refreshed, and takes over a dead container's lock", async () => {
    const { folder, auto: runAuto } = setUp({ catalog: [notes] });
    mkdirSync(folder);
    const lock = join(folder, '.lock');
    writeFileSync(lock, JSON.stringify({ pid: 1, startedAt: '', root: '/app', host: 'another-container', token: 'x' }));
    const pendingRun = runAuto();
    while (server.ranges.length < 3) await sleep(10);
    expect(listDownloadRanges()).toEqual([]);
    utimesSync(lock, new Date(0), new Date(0));
    expect(await pendingRun).toMatchObject({ code: 0 });
    expect(listInstalled(folder)).toEqual(['notes']);
  });

  it('reports its progress to workers', async () => {
    const { folder, auto: runAuto } = setUp({ catalog: [notes] });
    let isReleased = false;
    // Simulates a connection that delivers 100 bytes per 50 ms.
    const sendSlowly: Parameters<ModelServer['respondNextWith']>[1] = (_request, response, content) => {
      response.writeHead(200, { 'content-length': content.length, etag: '"x"' });
      let sent = 0;
      const timer = setInterval(() => {
        const end = isReleased ? content.length : Math.min(sent + 100, content.length - 1);
        response.write(content.subarray(sent, end));
        sent = end;
        if (sent < content.length) return;
        clearInterval(timer);
        response.end();
      }, 50);
    };
    server.respondNextWith(NOTES_PATH, respondWithStatus(206), sendSlowly);
    const activeRun = runAuto();
    const file = join(folder, '.progress.json');
    while (!existsSync(file)) await sleep(20);
    const [progress] = JSON.parse(readFileSync(file, 'utf8')) as { receivedBytes: number }[];
    expect(progress).toEqual({
      name: 'notes',
      purpose: 'notes',
      receivedBytes: expect.any(Number) as number,
      totalBytes: 30_000,
      problem: null,
    });
    expect(progress?.receivedBytes).toBeGreaterThan(0);
    isReleased = true;
    expect(await activeRun).toMatchObject({ code: 0 });
    expect(existsSync(file)).toBe(false);
  });
});
