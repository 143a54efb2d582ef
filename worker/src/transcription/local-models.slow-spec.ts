import { randomBytes } from 'node:crypto';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { BulkReprocessingsRepository } from '@ringwell/database/calls/bulk-reprocessings.repository';
import { makeAudio } from '@ringwell/testing/make-audio';
import { temporaryDirectory } from '@ringwell/testing/temporary-directory';
import { TestSystem } from '@ringwell/testing/test-system';

import { installTinyModel, writeManifest } from './testing/install-tiny-model';

const tmpDir = temporaryDirectory();
const DAMAGED_FILES = ['encoder.int8.onnx', 'decoder.int8.onnx', 'joiner.int8.onnx', 'tokens.txt'];

/** A model whose files have the right sizes but the wrong contents. */
async function installDamagedModel(modelsDir: string): Promise<void> {
  const folder = join(modelsDir, 'parakeet');
  await mkdir(folder, { recursive: true });
  for (const name of DAMAGED_FILES) await writeFile(join(folder, name), randomBytes(2_000));
  writeManifest(folder, 'parakeet', 1);
}

async function readWorkerEngines(system: TestSystem): Promise<Record<string, string | null> | undefined> {
  const [row] =
    await system.database.query<{ engines: Record<string, string | null> }[]>('select engines from workers');
  return row?.engines;
}

it('uses installed models without any settings, and falls back to the next best model when one is damaged', async () => {
  const modelsDir = join(tmpDir, 'models');
  await installDamagedModel(modelsDir);
  await installTinyModel(modelsDir);
  const system = await TestSystem.start({ env: { MODELS_DIR: modelsDir } });
  try {
    let engines = await readWorkerEngines(system);
    for (; engines === undefined; engines = await readWorkerEngines(system)) await sleep(50);
    expect(engines).toMatchObject({ transcription: 'sherpa:parakeet', transcriptionProblem: null });
    const account = await system.database.makeAccount({
      settings: { inboundMinCallTime: 0, outboundMinCallTime: 0 },
    });
    const recording = await makeAudio(join(tmpDir, 'call.wav'), ['-i', 'samples/positive.wav', '-t', '3', '-ac', '1']);
    const call = await system.waitForCall(account, await system.submit(account, recording));
    expect(call).toMatchObject({ state: 'completed', error: null });
    const [transcript] = await system.database.query<object[]>('select engine, text from transcripts');
    expect(transcript).toEqual({
      engine: 'sherpa:tiny',
      text: expect.stringMatching(/furnace|leak|smith|day/) as string,
    });
    for (; engines?.['transcription'] !== 'sherpa:tiny'; engines = await readWorkerEngines(system)) await sleep(50);
    expect(engines['transcriptionProblem']).toContain('npm run models -- install parakeet');
  } finally {
    await system.stop();
  }
});

it('switches to a model installed while it is running, reprocesses calls with it, and switches back', async () => {
  const modelsDir = join(tmpDir, 'later-models');
  const system = await TestSystem.start({ env: { MODELS_DIR: modelsDir } });
  try {
    const account = await system.database.makeAccount({
      settings: { inboundMinCallTime: 0, outboundMinCallTime: 0 },
    });
    const recording = await makeAudio(join(tmpDir, 'later.wav'), ['-i', 'samples/positive.wav', '-t', '3', '-ac', '1']);
    const nextCallEngine = async (): Promise<string | undefined> => {
      const call = await system.waitForCall(account, await system.submit(account, recording));
      expect(call).toMatchObject({ state: 'completed' });
      const [transcript] = await system.database.query<{ engine: string }[]>(
        'select engine from transcripts where call_id = $1',
        [call.id],
      );
      return transcript?.engine;
    };
    const waitForEngine = async (name: string): Promise<void> => {
      while ((await readWorkerEngines(system))?.['transcription'] !== name) await sleep(50);
    };
    await waitForEngine('pocketsphinx');
    expect(await nextCallEngine()).toBe('pocketsphinx');
    const folder = await installTinyModel(modelsDir);
    await waitForEngine('sherpa:tiny');
    expect(await nextCallEngine()).toBe('sherpa:tiny');
    const { manager } = system.database;
    await new BulkReprocessingsRepository(manager).start(account.account.id);
    while (await new BulkReprocessingsRepository(manager).find(account.account.id)) await sleep(50);
    expect(await manager.query('select engine, run_number from transcripts order by run_number')).toEqual([
      { engine: 'sherpa:tiny', run_number: 1 },
      { engine: 'sherpa:tiny', run_number: 2 },
    ]);
    expect(await manager.query('select calls from usage_daily')).toEqual([{ calls: 2 }]);
    await rename(folder, join(modelsDir, '.removed'));
    await waitForEngine('pocketsphinx');
  } finally {
    await system.stop();
  }
});
