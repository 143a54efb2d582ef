import { randomBytes } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { makeAccount } from '@ringwell/testing/make-account';
import { makeAudio } from '@ringwell/testing/make-audio';
import { temporaryDirectory } from '@ringwell/testing/temporary-directory';
import { TestSystem } from '@ringwell/testing/test-system';

const files = temporaryDirectory();
const NAMES = ['encoder.int8.onnx', 'decoder.int8.onnx', 'joiner.int8.onnx', 'tokens.txt'];

/** A model whose files have the right sizes and the wrong contents. */
async function makeDamagedModel(modelsDir: string): Promise<void> {
  await mkdir(join(modelsDir, 'parakeet'), { recursive: true });
  for (const name of NAMES) await writeFile(join(modelsDir, 'parakeet', name), randomBytes(2_000));
  const manifest = {
    name: 'parakeet',
    purpose: 'transcription',
    languages: ['en'],
    rank: 1,
    files: Object.fromEntries(NAMES.map((name) => [name, { bytes: 2_000 }])),
  };
  await writeFile(join(modelsDir, 'parakeet/model.json'), JSON.stringify(manifest));
}

async function workerEngines(system: TestSystem): Promise<Record<string, string | null> | undefined> {
  const [row] =
    await system.database.dataSource.query<{ engines: Record<string, string | null> }[]>('select engines from workers');
  return row?.engines;
}

it('uses an installed model without a setting, and goes on with the basic recognizer when it is damaged', async () => {
  const modelsDir = join(files, 'models');
  await makeDamagedModel(modelsDir);
  const system = await TestSystem.start({ env: { MODELS_DIR: modelsDir } });
  try {
    expect(await workerEngines(system)).toMatchObject({ transcription: 'sherpa:parakeet', transcriptionProblem: null });
    const account = await makeAccount(system.database.dataSource, {
      settings: { inboundMinCallTime: 0, outboundMinCallTime: 0 },
    });
    const recording = await makeAudio(join(files, 'call.wav'), ['-i', 'samples/positive.wav', '-t', '3', '-ac', '1']);
    const call = await system.until(account, await system.submit(account, recording));
    expect(call).toMatchObject({ state: 'completed', error: null });
    const [transcript] = await system.database.dataSource.query<object[]>('select engine from transcripts');
    expect(transcript).toEqual({ engine: 'pocketsphinx' });
    let engines = await workerEngines(system);
    for (; engines?.['transcription'] !== 'pocketsphinx'; engines = await workerEngines(system)) await sleep(50);
    expect(engines['transcriptionProblem']).toContain('npm run models -- install parakeet');
  } finally {
    await system.stop();
  }
}, 120_000);
