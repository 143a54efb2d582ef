import { randomBytes } from 'node:crypto';
import { statSync } from 'node:fs';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { makeAccount } from '@ringwell/testing/make-account';
import { makeAudio } from '@ringwell/testing/make-audio';
import { temporaryDirectory } from '@ringwell/testing/temporary-directory';
import { TestSystem } from '@ringwell/testing/test-system';

import { writeNemoCtc } from './testing/tiny-models';

const files = temporaryDirectory();
const DAMAGED_FILES = ['encoder.int8.onnx', 'decoder.int8.onnx', 'joiner.int8.onnx', 'tokens.txt'];

/** A model whose files have the right sizes and the wrong contents. */
async function installDamagedModel(modelsDir: string): Promise<void> {
  const folder = join(modelsDir, 'parakeet');
  await mkdir(folder, { recursive: true });
  for (const name of DAMAGED_FILES) await writeFile(join(folder, name), randomBytes(2_000));
  await writeManifest(folder, 'parakeet', 1);
}

/** A model that recognizes loudness; see `writeNemoCtc`. */
async function installWorkingModel(modelsDir: string): Promise<void> {
  const folder = join(modelsDir, 'tiny');
  await mkdir(folder, { recursive: true });
  await writeManifest(await writeNemoCtc(folder), 'tiny', 2);
}

async function writeManifest(folder: string, name: string, rank: number): Promise<void> {
  const files = Object.fromEntries(
    (await readdir(folder)).map((file) => [file, { bytes: statSync(join(folder, file)).size }]),
  );
  const manifest = { name, purpose: 'transcription', languages: ['en'], rank, files };
  await writeFile(join(folder, 'model.json'), JSON.stringify(manifest));
}

async function workerEngines(system: TestSystem): Promise<Record<string, string | null> | undefined> {
  const [row] =
    await system.database.dataSource.query<{ engines: Record<string, string | null> }[]>('select engines from workers');
  return row?.engines;
}

it('uses installed models without a setting, and goes on with the next best when one is damaged', async () => {
  const modelsDir = join(files, 'models');
  await installDamagedModel(modelsDir);
  await installWorkingModel(modelsDir);
  const system = await TestSystem.start({ env: { MODELS_DIR: modelsDir } });
  try {
    let engines = await workerEngines(system);
    for (; engines === undefined; engines = await workerEngines(system)) await sleep(50);
    expect(engines).toMatchObject({ transcription: 'sherpa:parakeet', transcriptionProblem: null });
    const account = await makeAccount(system.database.dataSource, {
      settings: { inboundMinCallTime: 0, outboundMinCallTime: 0 },
    });
    const recording = await makeAudio(join(files, 'call.wav'), ['-i', 'samples/positive.wav', '-t', '3', '-ac', '1']);
    const call = await system.until(account, await system.submit(account, recording));
    expect(call).toMatchObject({ state: 'completed', error: null });
    const [transcript] = await system.database.dataSource.query<object[]>('select engine, text from transcripts');
    expect(transcript).toEqual({
      engine: 'sherpa:tiny',
      text: expect.stringMatching(/furnace|leak|smith|day/) as string,
    });
    for (; engines?.['transcription'] !== 'sherpa:tiny'; engines = await workerEngines(system)) await sleep(50);
    expect(engines['transcriptionProblem']).toContain('npm run models -- install parakeet');
  } finally {
    await system.stop();
  }
});
