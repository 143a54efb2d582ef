import { Pool } from 'undici';

import { percentile } from './statistics';

export interface LoadResult {
  responses: number;
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
}

interface Interval {
  durationsMs: number[];
  seconds: number;
}

export interface LoadTarget {
  url: string;
  nextRequest: () => LoadRequest;
}

export interface LoadPlan {
  connections: number;
  rounds: number;
  secondsPerRound: number;
}

export interface LoadRequest {
  path: string;
  headers: Record<string, string>;
  body: string | Buffer;
}

/**
 * Loads several servers in alternating intervals, so that other work on the machine affects all of them equally.
 * @returns one result per target, in order
 * @throws if a response isn't successful
 */
export async function loadInTurn(
  targets: readonly LoadTarget[],
  { connections, rounds, secondsPerRound }: LoadPlan,
): Promise<LoadResult[]> {
  const intervals = targets.map((): Interval[] => []);
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, target] of targets.entries())
      intervals[index]?.push(await runLoad(target, connections, secondsPerRound));
  }
  return intervals.map(combineIntervals);
}

/** Sends requests for a few seconds; each connection waits for a response before its next request. */
async function runLoad({ url, nextRequest }: LoadTarget, connections: number, seconds: number): Promise<Interval> {
  const pool = new Pool(url, { connections, pipelining: 1 });
  const durationsMs: number[] = [];
  const startedAt = performance.now();
  const endsAt = startedAt + seconds * 1_000;
  const send = async (): Promise<void> => {
    while (performance.now() < endsAt) {
      const sentAt = performance.now();
      const { statusCode, body } = await pool.request({ method: 'POST', ...nextRequest() });
      const text = await body.text();
      if (statusCode >= 300) throw new Error(`${url} returned ${statusCode}: ${text}`);
      durationsMs.push(performance.now() - sentAt);
    }
  };
  try {
    await Promise.all(Array.from({ length: connections }, send));
  } finally {
    await pool.destroy();
  }
  return { durationsMs, seconds: (performance.now() - startedAt) / 1_000 };
}

function combineIntervals(intervals: readonly Interval[]): LoadResult {
  const durationsMs = intervals.flatMap((interval) => interval.durationsMs);
  const seconds = intervals.reduce((sum, interval) => sum + interval.seconds, 0);
  return {
    responses: durationsMs.length,
    perSecond: durationsMs.length / seconds,
    p50Ms: percentile(durationsMs, 0.5),
    p99Ms: percentile(durationsMs, 0.99),
  };
}
