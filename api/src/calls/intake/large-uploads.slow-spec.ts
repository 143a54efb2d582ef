import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

import { IntakeClient, makeWav } from '@ringwell/testing/intake-client';
import { TestSystem, type ProcessSystem } from '@ringwell/testing/test-system';

const execute = promisify(execFile);

describe('The API process', () => {
  let system: ProcessSystem;
  beforeAll(async () => {
    system = await TestSystem.start({ processes: true, workers: 0 });
  });
  afterAll(() => system?.stop());

  const measureResidentMegabytes = async (): Promise<number> =>
    Number((await execute('ps', ['-o', 'rss=', '-p', String(system.api.pid)])).stdout) / 1_024;

  it('accepts large concurrent uploads without holding them in memory', async () => {
    const { token } = await system.database.makeAccount();
    const client = new IntakeClient(system.url, token);
    await client.postForm([['audio', makeWav(1_000_000)]]); // warms up
    const initialMegabytes = await measureResidentMegabytes();
    let peakMegabytes = initialMegabytes;
    const samplingTimer = setInterval(
      () =>
        void measureResidentMegabytes().then((megabytes) => {
          peakMegabytes = Math.max(peakMegabytes, megabytes);
        }),
      50,
    );
    const recording = makeWav(30_000_000);
    const responses = await Promise.all(Array.from({ length: 8 }, () => client.postForm([['audio', recording]])));
    clearInterval(samplingTimer);
    expect(responses.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 202));
    expect(peakMegabytes - initialMegabytes).toBeLessThan(120); // 240 MB was received
  });
});
