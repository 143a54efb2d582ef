import { randomUUID } from 'node:crypto';

import { Pool } from 'pg';

import { compiled, startApi, withStores, type BenchContext } from '../bench-context';
import { makeAccounts, makeToken } from '../bench-data';
import { BenchProcess } from '../bench-process';
import { loadInTurn, type LoadRequest, type LoadResult } from '../http-load';
import type { BenchStores } from '../stores';
import { atLeast, atMost, shown } from '../table';
import { largeForm } from '../upload-form';

const TURNS = { rounds: 6, secondsEach: 2 };
const CONNECTIONS = 24;
const UPLOAD_CONNECTIONS = 8;
const UPLOAD_BYTES = 5_000_000;

/** How fast calls are taken in, by the real API process. */
export async function accept(context: BenchContext): Promise<void> {
  const { table } = context;
  await withStores(context, async (stores) => {
    const [userId = ''] = await makeAccounts(stores, 1);
    const authorization = `Bearer ${await makeToken(stores, userId)}`;
    const json = (): LoadRequest => ({
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
    const form = largeForm(UPLOAD_BYTES);
    const upload = (): LoadRequest => ({
      path: '/api/n8n/calls',
      headers: { authorization, 'content-type': form.type },
      body: form.body,
    });

    const { api, url } = await startApi(stores);
    const bare = await BenchProcess.start(compiled('beside/bare-route.js'), stores.env(), '"address"');
    const bareUrl = (JSON.parse(bare.readyLine) as { address: string }).address;
    const both = (request: () => LoadRequest) => [
      { url, next: request },
      { url: bareUrl, next: () => ({ ...request(), path: '/' }) },
    ];
    try {
      await loadInTurn(both(json), { connections: CONNECTIONS, rounds: 2, secondsEach: 2 }); // compiled and connected
      const cpuBefore = api.cpuMs;
      const [accepted, bareJson] = (await loadInTurn(both(json), { connections: CONNECTIONS, ...TURNS })) as [
        LoadResult,
        LoadResult,
      ];
      const cpuMs = (api.cpuMs - cpuBefore) / accepted.answers;
      const inserts = await insertRate(stores, userId);
      table.add({
        name: 'webhook-size JSON',
        measured: rate(accepted),
        yardstick: `bare route that stores the file: ${rate(bareJson)}`,
        ...atLeast(accepted.perSecond, 1_000, '>= 1,000/s'),
      });
      table.add({
        name: 'p99 at that rate',
        measured: `${shown(accepted.p99Ms)} ms, p50 ${shown(accepted.p50Ms)} ms`,
        yardstick: `bare route: ${shown(bareJson.p99Ms)} ms, p50 ${shown(bareJson.p50Ms)} ms`,
        ...atMost(accepted.p99Ms, 50, '<= 50 ms'),
      });
      table.add({
        name: 'share of the bare route',
        measured: shown(accepted.perSecond / bareJson.perSecond),
        ...atLeast(accepted.perSecond / bareJson.perSecond, 0.5, '>= 0.5'),
      });
      table.add({
        name: 'API processor time of one',
        measured: `${shown(cpuMs)} ms`,
        yardstick: `machine inserts such rows: ${shown(inserts)}/s`,
      });

      const [uploaded, bareUpload] = (await loadInTurn(both(upload), {
        connections: UPLOAD_CONNECTIONS,
        ...TURNS,
      })) as [LoadResult, LoadResult];
      table.add({
        name: 'uploads of 5 MB',
        measured: `${rate(uploaded)}, p99 ${shown(uploaded.p99Ms)} ms`,
        yardstick: `bare route: ${rate(bareUpload)}, p99 ${shown(bareUpload.p99Ms)} ms`,
        ...atLeast(uploaded.perSecond / bareUpload.perSecond, 0.5, '>= 0.5 of the bare route'),
      });
      table.add({
        name: 'API memory at its highest',
        measured: `${shown(api.peakMemoryMb)} MB`,
        yardstick: `bare route: ${shown(bare.process.peakMemoryMb)} MB`,
      });
    } finally {
      await Promise.all([api.stop(), bare.process.stop()]);
    }
  });
}

function rate({ perSecond }: LoadResult): string {
  return `${shown(perSecond)}/s`;
}

/** Rows like those of accepted calls, one statement each, as many connections as the API has. */
async function insertRate(stores: BenchStores, userId: string): Promise<number> {
  const pool = new Pool({ connectionString: stores.url, max: 10 });
  const endsAt = performance.now() + 3_000;
  const startedAt = performance.now();
  let count = 0;
  const insert = async (): Promise<void> => {
    while (performance.now() < endsAt) {
      await pool.query(
        `
        insert into calls (user_id, source, external_id, direction, from_number, to_number, customer_name, sealed_recording_url, request_hash)
        values ($1, 'n8n', $2, 'inbound', '+15551234567', '+15557654321', 'Dana Reyes', $3, $4)`,
        [userId, randomUUID(), 'x'.repeat(160), 'f'.repeat(64)],
      );
      count += 1;
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, insert));
  const seconds = (performance.now() - startedAt) / 1_000;
  await pool.end();
  return count / seconds;
}
