import { chmodSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { makeAudio } from '@ringwell/testing/make-audio';
import { temporaryDirectory } from '@ringwell/testing/temporary-directory';
import { TestSystem } from '@ringwell/testing/test-system';

import { installTinyModel } from './testing/install-tiny-model';

const tmpDir = temporaryDirectory();
const programs = temporaryDirectory();
const models = temporaryDirectory();
let system: TestSystem;

beforeAll(async () => {
  chmodSync(programs, 0o755); // also readable by the media tools' user
  for (const name of readdirSync('/usr/bin'))
    if (!name.startsWith('pocketsphinx')) symlinkSync(join('/usr/bin', name), join(programs, name));
  system = await TestSystem.start({ workers: 0, env: { MODELS_DIR: models } });
});
afterAll(() => system?.stop());

it('keeps calls queued and gives a reason until the worker has a recognizer', async () => {
  const account = await system.database.makeAccount({
    settings: { inboundMinCallTime: 0, outboundMinCallTime: 0 },
  });
  await system.startWorkerProcess({ PATH: programs });
  const fetchReadiness = async (): Promise<object> =>
    (await (await fetch(`${system.url}/api/health/ready`)).json()) as object;
  const withoutRecognizer = {
    status: 'degraded',
    workers: { count: 1, slots: 0 },
    engines: { transcription: ['none'], analysis: ['local'] },
  };
  while (!JSON.stringify(await fetchReadiness()).includes('none')) await sleep(100);
  expect(await fetchReadiness()).toMatchObject(withoutRecognizer);
  const [engines] = await system.database.query<{ problem: string }[]>(
    `select engines->>'transcriptionProblem' as problem from workers`,
  );
  expect(engines?.problem).toContain('npm run models -- install parakeet');
  const recording = await makeAudio(join(tmpDir, 'call.wav'), ['-i', 'samples/positive.wav', '-t', '3']);
  const id = await system.submit(account, recording);
  await sleep(1_500); // long enough for several passes of the dispatcher
  expect(await system.fetchCall(account, id)).toMatchObject({ state: 'queued', attempts: 0 });

  await installTinyModel(models);
  expect(await system.waitForCall(account, id)).toMatchObject({ state: 'completed', attempts: 1 });
});
