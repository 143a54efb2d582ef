import { Pool } from 'undici';

import { percentile } from './statistics';

/** What a server did under load. */
export interface LoadResult {
  answers: number;
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
}

/** The answers of one stretch of time. */
interface Stretch {
  durationsMs: number[];
  seconds: number;
}

/** A server, and what it is asked. */
export interface LoadTarget {
  url: string;
  next: () => LoadRequest;
}

export interface LoadPlan {
  connections: number;
  /** How often each server has its turn. */
  rounds: number;
  secondsEach: number;
}

export interface LoadRequest {
  path: string;
  headers: Record<string, string>;
  body: string | Buffer;
}

/**
 * Loads servers in turn, so that whatever else the machine does meets all alike.
 * @returns what each of them did, in their order
 * @throws when an answer is no success
 */
export async function loadInTurn(
  targets: readonly LoadTarget[],
  { connections, rounds, secondsEach }: LoadPlan,
): Promise<LoadResult[]> {
  const stretches = targets.map((): Stretch[] => []);
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, target] of targets.entries())
      stretches[index]?.push(await load(target, connections, secondsEach));
  }
  return stretches.map(together);
}

/** Sends requests for a while, each connection one after the other. */
async function load({ url, next }: LoadTarget, connections: number, seconds: number): Promise<Stretch> {
  const pool = new Pool(url, { connections, pipelining: 1 });
  const durationsMs: number[] = [];
  const startedAt = performance.now();
  const endsAt = startedAt + seconds * 1_000;
  const send = async (): Promise<void> => {
    while (performance.now() < endsAt) {
      const askedAt = performance.now();
      const { statusCode, body } = await pool.request({ method: 'POST', ...next() });
      const text = await body.text();
      if (statusCode >= 300) throw new Error(`${url} answered ${statusCode}: ${text}`);
      durationsMs.push(performance.now() - askedAt);
    }
  };
  try {
    await Promise.all(Array.from({ length: connections }, send));
  } finally {
    await pool.destroy();
  }
  return { durationsMs, seconds: (performance.now() - startedAt) / 1_000 };
}

function together(stretches: readonly Stretch[]): LoadResult {
  const durationsMs = stretches.flatMap((stretch) => stretch.durationsMs);
  const seconds = stretches.reduce((sum, stretch) => sum + stretch.seconds, 0);
  return {
    answers: durationsMs.length,
    perSecond: durationsMs.length / seconds,
    p50Ms: percentile(durationsMs, 0.5),
    p99Ms: percentile(durationsMs, 0.99),
  };
}
