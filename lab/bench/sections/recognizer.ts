import { mkdir } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';

import { decodeRecording } from '../../../worker/src/audio/decode-recording';
import { PocketsphinxTranscriber } from '../../../worker/src/transcription/engines/pocketsphinx.transcriber';
import { startApi, startWorker, withStores, type BenchContext } from '../bench-context';
import { insertAccounts, insertToken } from '../bench-data';
import { measureCallSeconds, type TimedCall } from '../processed-call';
import { repeatSample } from '../repeated-sample';
import { median } from '../statistics';
import { atMost, formatNumber } from '../table';

const RUNS = 5;
const CALL_SECONDS = 120;

/** Measures a call from upload to result with the built-in recognizer, compared with the recognizer alone. */
export async function recognizer(context: BenchContext): Promise<void> {
  await withStores(context, async (stores) => {
    const folder = join(context.target.folder, 'recognizer');
    await mkdir(folder, { recursive: true });
    const [accountId = ''] = await insertAccounts(stores, 1);
    await stores.query('update account_settings set inbound_min_call_time = 0, outbound_min_call_time = 0');
    const token = await insertToken(stores, accountId);
    const [{ api, url }, worker] = [await startApi(stores), await startWorker(stores)];
    try {
      for (const channels of [1, 2]) {
        const path = join(folder, `${channels}.wav`);
        await repeatSample(path, CALL_SECONDS, channels);
        await measureComparison(context, { stores, worker, url, token, path, channels });
      }
    } finally {
      await Promise.all([api.stop(), worker.stop()]);
    }
  });
}

interface Comparison extends TimedCall {
  channels: number;
}

/** Alternates between the two so that other work on the machine affects both equally. */
async function measureComparison({ table }: BenchContext, comparison: Comparison): Promise<void> {
  const { path, channels } = comparison;
  const completeDurations: number[] = [];
  const aloneDurations: number[] = [];
  let minutes = 0;
  for (let run = 0; run < RUNS; run += 1) {
    const recognition = await recognizeAlone(path);
    minutes = recognition.audioMinutes;
    aloneDurations.push(recognition.seconds);
    completeDurations.push(await measureCallSeconds(comparison));
  }
  const [completeSeconds, aloneSeconds] = [median(completeDurations), median(aloneDurations)];
  const overhead = (completeSeconds / aloneSeconds - 1) * 100;
  table.add({
    name: `${channels === 1 ? 'one channel' : 'two channels'}, seconds per minute of audio`,
    measured: formatNumber(completeSeconds / minutes),
    baseline: `recognizer alone: ${formatNumber(aloneSeconds / minutes)}`,
  });
  table.add({
    name: 'added by the rest of the pipeline',
    measured: `${formatNumber(overhead)} % (${formatNumber(completeSeconds - aloneSeconds)} s)`,
    ...atMost(overhead, 10, '<= 10 %'),
  });
}

async function recognizeAlone(path: string): Promise<{ seconds: number; audioMinutes: number }> {
  const workDir = `${path}.work`;
  await mkdir(workDir, { recursive: true });
  const { signal } = new AbortController();
  const { audio } = await decodeRecording({ sourcePath: path, workDir, maxDurationSeconds: 3_600, signal });
  const transcriber = new PocketsphinxTranscriber({
    binary: 'pocketsphinx_continuous',
    processes: availableParallelism(),
  });
  const startedAt = performance.now();
  await transcriber.transcribe(audio, { signal });
  return { seconds: (performance.now() - startedAt) / 1_000, audioMinutes: audio.durationSeconds / 60 };
}
