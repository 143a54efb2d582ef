import { Pool } from 'undici';

import { percentile } from './statistics';

/** What a server did under load. */
export interface LoadResult {
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
}

export interface LoadRequest {
  path: string;
  headers: Record<string, string>;
  body: string | Buffer;
}

/**
 * Sends requests for a while, each connection one after the other.
 * @throws when an answer is no success
 */
export async function loadHttp(url: string, connections: number, seconds: number, next: (number: number) => LoadRequest): Promise<LoadResult> {
  const pool = new Pool(url, { connections, pipelining: 1 });
  const durations: number[] = [];
  let sent = 0;
  const startedAt = performance.now();
  const endsAt = startedAt + seconds * 1_000;
  const send = async (): Promise<void> => {
    while (performance.now() < endsAt) {
      const askedAt = performance.now();
      const { statusCode, body } = await pool.request({ method: 'POST', ...next(sent++) });
      const text = await body.text();
      if (statusCode >= 300) throw new Error(`${url} answered ${statusCode}: ${text}`);
      durations.push(performance.now() - askedAt);
    }
  };
  try {
    await Promise.all(Array.from({ length: connections }, send));
  } finally {
    await pool.destroy();
  }
  const elapsedSeconds = (performance.now() - startedAt) / 1_000;
  return { perSecond: durations.length / elapsedSeconds, p50Ms: percentile(durations, 0.5), p99Ms: percentile(durations, 0.99) };
}
