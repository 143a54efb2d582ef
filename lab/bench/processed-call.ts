import { readFile } from 'node:fs/promises';

import type { BenchProcess } from './bench-process';
import type { BenchStores } from './stores';

export interface TimedCall {
  stores: BenchStores;
  worker: BenchProcess;
  url: string;
  token: string;
  /** Path of the recording. */
  path: string;
}

/**
 * Measures the seconds from the first byte of the upload until the result is stored. Waits for a line in the worker's
 * log, because polling would take CPU time away from the recognizer.
 */
export async function measureCallSeconds({ stores, worker, url, token, path }: TimedCall): Promise<number> {
  const form = new FormData();
  form.set('audio', new Blob([new Uint8Array(await readFile(path))]), 'call.wav');
  const startedAt = Date.now();
  const response = await fetch(`${url}/api/n8n/calls`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: form,
  });
  if (response.status !== 202) throw new Error(`The call was rejected: ${response.status} ${await response.text()}`);
  const { id } = (await response.json()) as { id: string };
  await worker.waitForLog(id, 'calls: run ended');
  const [call] = await stores.query<{ state: string; finishedAt: Date }>(
    'select state, finished_at as "finishedAt" from calls where id = $1',
    [id],
  );
  if (call?.state !== 'completed') throw new Error(`The call ended as ${call?.state}.`);
  return (call.finishedAt.getTime() - startedAt) / 1_000;
}
