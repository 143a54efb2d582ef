import { setTimeout as sleep } from 'node:timers/promises';

import { request } from 'undici';

import { startApi, startInstantWorker, withStores, type BenchContext } from '../bench-context';
import { countOpenCalls, insertAccounts, insertToken, waitUntil } from '../bench-data';
import type { BenchProcess } from '../bench-process';
import { slope } from '../statistics';
import { atMost, formatNumber } from '../table';
import { makeUploadForm } from '../upload-form';

const UPLOADS = 20;
const UPLOAD_BYTES = 49_000_000;
const SAMPLE_MS = 20;
const CALLS_PER_SECOND = 40;

/** Measures memory during many simultaneous large uploads, and memory growth over time. */
export async function memory(context: BenchContext): Promise<void> {
  await withStores(context, async (stores) => {
    const [accountId = ''] = await insertAccounts(stores, 1, 50);
    const authorization = `Bearer ${await insertToken(stores, accountId)}`;
    const { api, url } = await startApi(stores);
    try {
      await measureUploads(context, api, `${url}/api/n8n/calls`, authorization);
    } finally {
      await api.stop();
    }
  });
  await withStores(context, async (stores) => {
    const [accountId = ''] = await insertAccounts(stores, 1, 50);
    const authorization = `Bearer ${await insertToken(stores, accountId)}`;
    const [{ api, url }, worker] = [await startApi(stores), await startInstantWorker(stores)];
    try {
      await measureSlope(context, { api, worker, url: `${url}/api/n8n/calls`, authorization });
      await waitUntil(async () => (await countOpenCalls(stores)) === 0, 'the calls');
    } finally {
      await Promise.all([api.stop(), worker.stop()]);
    }
  });
}

async function measureUploads(
  { table }: BenchContext,
  api: BenchProcess,
  url: string,
  authorization: string,
): Promise<void> {
  const { type, body } = makeUploadForm(UPLOAD_BYTES);
  const upload = async (bytes: Buffer): Promise<void> => {
    const response = await request(url, {
      method: 'POST',
      headers: { authorization, 'content-type': type },
      body: bytes,
    });
    await response.body.dump();
    if (response.statusCode !== 202) throw new Error(`An upload returned ${response.statusCode}.`);
  };
  await upload(makeUploadForm(100_000).body);
  const memoryBeforeMb = api.memoryMb;
  let peakMb = memoryBeforeMb;
  const samplingTimer = setInterval(() => {
    peakMb = Math.max(peakMb, api.memoryMb);
  }, SAMPLE_MS);
  const startedAt = performance.now();
  await Promise.all(Array.from({ length: UPLOADS }, () => upload(body))).finally(() => clearInterval(samplingTimer));
  const seconds = (performance.now() - startedAt) / 1_000;
  const megabytes = (UPLOADS * UPLOAD_BYTES) / 1e6;
  table.add({
    name: `API memory added by ${UPLOADS} simultaneous 49 MB uploads`,
    measured: `${formatNumber(peakMb - memoryBeforeMb)} MB (${formatNumber(memoryBeforeMb)} to ${formatNumber(peakMb)})`,
    baseline: `size of the uploads: ${formatNumber(megabytes)} MB; ${formatNumber(megabytes / seconds)} MB/s`,
    ...atMost(peakMb - memoryBeforeMb, 150, '<= 150 MB'),
  });
}

interface SampledProcesses {
  api: BenchProcess;
  worker: BenchProcess;
  url: string;
  authorization: string;
}

async function measureSlope(
  { table, isFull }: BenchContext,
  { api, worker, url, authorization }: SampledProcesses,
): Promise<void> {
  const minutes = isFull ? 60 : 10;
  const samples: { second: number; api: number; worker: number }[] = [];
  for (let second = 0; second < minutes * 60; second += 1) {
    const startedAt = performance.now();
    await Promise.all(
      Array.from({ length: CALLS_PER_SECOND }, async () => {
        const body = JSON.stringify({ recordingUrl: 'https://recordings.example.com/a.mp3', direction: 'inbound' });
        const response = await request(url, {
          method: 'POST',
          headers: { authorization, 'content-type': 'application/json' },
          body,
        });
        await response.body.dump();
      }),
    );
    await sleep(Math.max(1_000 - (performance.now() - startedAt), 0));
    samples.push({ second, api: api.memoryMb, worker: worker.memoryMb });
  }
  const settledSamples = samples.slice(samples.length / 2); // skips the first half, during which code is compiled and heaps grow
  for (const name of ['api', 'worker'] as const) {
    const perMinute = slope(settledSamples.map((sample) => ({ x: sample.second / 60, y: sample[name] })));
    table.add({
      name: `${name === 'api' ? 'API' : 'worker'} memory, second half of ${minutes} min at ${CALLS_PER_SECOND} calls/s`,
      measured: `${formatNumber(perMinute)} MB/min`,
      baseline: `${formatNumber(settledSamples[0]?.[name] ?? NaN)} to ${formatNumber(settledSamples.at(-1)?.[name] ?? NaN)} MB`,
    });
  }
}
