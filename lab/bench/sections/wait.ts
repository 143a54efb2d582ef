import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

import { startApi, startWorker, withStores, type BenchContext } from '../bench-context';
import { insertAccounts, insertQueuedCalls, insertToken } from '../bench-data';
import { processTreeCpuMs } from '../machine';
import { repeatSample } from '../repeated-sample';
import { formatNumber } from '../table';

const CALL_SECONDS = 240;
const OTHER_CALLS = 50;
const MS_PER_CORE_HOUR = 3_600_000;
const TIMEOUT_MS = 1_800_000;

/**
 * Measures how long users wait, from the end of an upload until the note arrives at its destination, with the best
 * installed recognizer (`MODELS_DIR`) or else the built-in one.
 */
export async function wait(context: BenchContext): Promise<void> {
  const { table, target } = context;
  await withStores(context, async (stores) => {
    const folder = join(target.folder, 'wait');
    await mkdir(folder, { recursive: true });
    const path = join(folder, 'call.wav');
    await repeatSample(path, CALL_SECONDS, 2);
    const [accountId = '', otherAccountId = ''] = await insertAccounts(stores, 2);
    await stores.query('update account_settings set inbound_min_call_time = 0, outbound_min_call_time = 0');
    const authorization = `Bearer ${await insertToken(stores, accountId)}`;
    const receiver = createServer((request, response) => {
      request.resume();
      response.end();
    }).listen(0, '127.0.0.1');
    await once(receiver, 'listening');
    const host = `127.0.0.1:${(receiver.address() as AddressInfo).port}`;
    const { MODELS_DIR } = process.env;
    const settings = { TRANSCRIPTION_ENGINE: 'auto', OUTBOUND_ALLOW: host, ...(MODELS_DIR && { MODELS_DIR }) };
    const { api, url } = await startApi(stores, settings);
    const worker = await startWorker(stores, settings);

    const measureSecondsToNote = async (): Promise<number> => {
      const form = new FormData();
      form.set('audio', new Blob([new Uint8Array(await readFile(path))]), 'call.wav');
      form.set('callbackUrl', `http://${host}/`);
      const noteRequest = once(receiver, 'request', { signal: AbortSignal.timeout(TIMEOUT_MS) });
      const response = await fetch(`${url}/api/n8n/calls`, {
        method: 'POST',
        headers: { authorization, 'idempotency-key': randomUUID() },
        body: form,
      });
      if (response.status !== 202)
        throw new Error(`The call was rejected: ${response.status} ${await response.text()}`);
      const uploadedAt = performance.now();
      await noteRequest;
      const seconds = (performance.now() - uploadedAt) / 1_000;
      const { id } = (await response.json()) as { id: string };
      const [call] = await stores.query<{ state: string }>('select state from calls where id = $1', [id]);
      if (call?.state !== 'completed') throw new Error(`The call ended as ${call?.state}.`);
      return seconds;
    };
    try {
      const cpuBefore = processTreeCpuMs(worker.pid);
      const idleSeconds = await measureSecondsToNote();
      const cpuMs = processTreeCpuMs(worker.pid) - cpuBefore;
      const [call] = await stores.query<{ engine: string; minutes: number; key: string }>(
        `select engine, calls.duration_seconds::float8 / 60 as minutes, recording_key as key
        from calls join transcripts on call_id = calls.id`,
      );
      if (!call) throw new Error('The call has no transcript.');
      await insertQueuedCalls(stores, [otherAccountId], OTHER_CALLS, call.key);
      const queuedSeconds = await measureSecondsToNote();
      const name = `four-minute call, ${call.engine}, from upload to note`;
      table.add({
        name: `${name}, idle`,
        measured: `${formatNumber(idleSeconds)} s`,
        baseline: `length of the call: ${formatNumber(call.minutes * 60)} s`,
      });
      table.add({
        name: `${name}, behind ${OTHER_CALLS} calls of another account`,
        measured: `${formatNumber(queuedSeconds)} s`,
        baseline: `idle: ${formatNumber(idleSeconds)} s`,
      });
      table.add({
        name: `minutes of audio per core-hour of the worker, ${call.engine}`,
        measured: formatNumber((call.minutes * MS_PER_CORE_HOUR) / cpuMs),
        baseline: `the call: ${formatNumber(cpuMs / 1_000)} s of one core`,
      });
    } finally {
      await Promise.all([api.stop(), worker.stop()]);
      receiver.close();
    }
  });
}
