import { randomUUID } from 'node:crypto';

import { Pool } from 'pg';

import { resolveCompiled, startApi, withStores, type BenchContext } from '../bench-context';
import { insertAccounts, insertToken } from '../bench-data';
import { BenchProcess } from '../bench-process';
import { loadInTurn, type LoadRequest, type LoadResult } from '../http-load';
import type { BenchStores } from '../stores';
import { atLeast, atMost, formatNumber } from '../table';
import { makeUploadForm } from '../upload-form';

const LOAD = { rounds: 6, secondsPerRound: 2 };
const CONNECTIONS = 24;
const UPLOAD_CONNECTIONS = 8;
const UPLOAD_BYTES = 5_000_000;

export async function accept(context: BenchContext): Promise<void> {
  const { table } = context;
  await withStores(context, async (stores) => {
    const [accountId = ''] = await insertAccounts(stores, 1);
    const authorization = `Bearer ${await insertToken(stores, accountId)}`;
    const makeJsonRequest = (): LoadRequest => ({
      path: '/api/n8n/calls',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify({
        recordingUrl: 'https://recordings.example.com/a.mp3?signature=0123456789',
        externalId: randomUUID(),
        direction: 'inbound',
        from: '+15551234567',
        to: '+15557654321',
        customerName: 'Dana Reyes',
      }),
    });
    const form = makeUploadForm(UPLOAD_BYTES);
    const makeUploadRequest = (): LoadRequest => ({
      path: '/api/n8n/calls',
      headers: { authorization, 'content-type': form.type },
      body: form.body,
    });

    const { api, url } = await startApi(stores);
    const bareServer = await BenchProcess.start(resolveCompiled('baselines/bare-route.js'), stores.env(), '"address"');
    const bareUrl = (JSON.parse(bareServer.readyLine) as { address: string }).address;
    const makeTargets = (request: () => LoadRequest) => [
      { url, nextRequest: request },
      { url: bareUrl, nextRequest: () => ({ ...request(), path: '/' }) },
    ];
    try {
      await loadInTurn(makeTargets(makeJsonRequest), { connections: CONNECTIONS, rounds: 2, secondsPerRound: 2 }); // warm-up
      const cpuBefore = api.cpuMs;
      const [acceptedResult, bareJsonResult] = (await loadInTurn(makeTargets(makeJsonRequest), {
        connections: CONNECTIONS,
        ...LOAD,
      })) as [LoadResult, LoadResult];
      const cpuMs = (api.cpuMs - cpuBefore) / acceptedResult.responses;
      const inserts = await measureInsertRate(stores, accountId);
      table.add({
        name: 'webhook-size JSON',
        measured: formatRate(acceptedResult),
        baseline: `bare route that stores the file: ${formatRate(bareJsonResult)}`,
        ...atLeast(acceptedResult.perSecond, 1_000, '>= 1,000/s'),
      });
      table.add({
        name: 'webhook-size JSON, latency',
        measured: `p99 ${formatNumber(acceptedResult.p99Ms)} ms, p50 ${formatNumber(acceptedResult.p50Ms)} ms`,
        baseline: `bare route: p99 ${formatNumber(bareJsonResult.p99Ms)} ms, p50 ${formatNumber(bareJsonResult.p50Ms)} ms`,
        ...atMost(acceptedResult.p99Ms, 50, '<= 50 ms'),
      });
      table.add({
        name: 'webhook-size JSON, fraction of the bare route',
        measured: formatNumber(acceptedResult.perSecond / bareJsonResult.perSecond),
        ...atLeast(acceptedResult.perSecond / bareJsonResult.perSecond, 0.8, '>= 0.8'),
      });
      table.add({
        name: 'webhook-size JSON, API processor time',
        measured: `${formatNumber(cpuMs)} ms`,
        baseline: `PostgreSQL alone inserts ${formatNumber(inserts)} rows/s`,
        ...atMost(cpuMs, 0.25, '<= 0.25 ms'),
      });

      const [uploadResult, bareUploadResult] = (await loadInTurn(makeTargets(makeUploadRequest), {
        connections: UPLOAD_CONNECTIONS,
        ...LOAD,
      })) as [LoadResult, LoadResult];
      table.add({
        name: '5 MB uploads',
        measured: `${formatRate(uploadResult)}, p99 ${formatNumber(uploadResult.p99Ms)} ms`,
        baseline: `bare route: ${formatRate(bareUploadResult)}, p99 ${formatNumber(bareUploadResult.p99Ms)} ms`,
        ...atLeast(uploadResult.perSecond / bareUploadResult.perSecond, 0.6, '>= 0.6 of the bare route'),
      });
      table.add({
        name: 'API peak memory',
        measured: `${formatNumber(api.peakMemoryMb)} MB`,
        baseline: `bare route: ${formatNumber(bareServer.process.peakMemoryMb)} MB`,
      });
    } finally {
      await Promise.all([api.stop(), bareServer.process.stop()]);
    }
  });
}

function formatRate({ perSecond }: LoadResult): string {
  return `${formatNumber(perSecond)}/s`;
}

/** Inserts rows like those for accepted calls, one statement each, over as many connections as the API uses. */
async function measureInsertRate(stores: BenchStores, accountId: string): Promise<number> {
  const pool = new Pool({ connectionString: stores.url, max: 10 });
  const endsAt = performance.now() + 3_000;
  const startedAt = performance.now();
  let count = 0;
  const insert = async (): Promise<void> => {
    while (performance.now() < endsAt) {
      await pool.query(
        `
        insert into calls (account_id, source, external_id, direction, from_number, to_number, customer_name,
          sealed_recording_url, request_hash)
        values ($1, 'n8n', $2, 'inbound', '+15551234567', '+15557654321', 'Dana Reyes', $3, $4)`,
        [accountId, randomUUID(), 'x'.repeat(160), 'f'.repeat(64)],
      );
      count += 1;
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, insert));
  const seconds = (performance.now() - startedAt) / 1_000;
  await pool.end();
  return count / seconds;
}
