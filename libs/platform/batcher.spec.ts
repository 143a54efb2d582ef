import { setTimeout as sleep } from 'node:timers/promises';

import { Batcher } from './batcher';

// Long enough for the current or the next batch to start.
const waitForTurn = (): Promise<void> => sleep(10);

describe('Batcher', () => {
  let batches: number[][];
  let finishers: ((error?: Error) => void)[];
  const double = (items: number[]): Promise<number[]> =>
    new Promise((resolve, reject) => {
      batches.push(items);
      finishers.push((error) => (error ? reject(error) : resolve(items.map((item) => item * 2))));
    });
  beforeEach(() => {
    batches = [];
    finishers = [];
  });

  it('runs items added together in one batch, and items added while it runs in the next batch', async () => {
    const batcher = new Batcher(double, { maxItems: 10, maxWaitMs: 60_000 });
    const results = [1, 2].map((item) => batcher.add(item));
    await waitForTurn();
    results.push(...[3, 4].map((item) => batcher.add(item)));
    await waitForTurn();
    expect(batches).toEqual([[1, 2]]);
    finishers[0]?.();
    await waitForTurn();
    expect(batches).toEqual([
      [1, 2],
      [3, 4],
    ]);
    finishers[1]?.();
    expect(await Promise.all(results)).toEqual([2, 4, 6, 8]);
  });

  it('limits the size of a batch', async () => {
    const batcher = new Batcher(double, { maxItems: 2, maxWaitMs: 60_000 });
    const results = [1, 2, 3].map((item) => batcher.add(item));
    for (let batch = 0; batch < 2; batch += 1) {
      await waitForTurn();
      finishers[batch]?.();
    }
    expect(await Promise.all(results)).toEqual([2, 4, 6]);
    expect(batches).toEqual([[1, 2], [3]]);
  });

  it('rejects every item of a failed batch and runs the next batch', async () => {
    const batcher = new Batcher(double, { maxItems: 2, maxWaitMs: 60_000 });
    const results = [1, 2, 3].map((item) => batcher.add(item));
    const settled = Promise.allSettled(results);
    await waitForTurn();
    finishers[0]?.(new Error('broken'));
    await waitForTurn();
    finishers[1]?.();
    expect(await settled).toEqual([
      { status: 'rejected', reason: new Error('broken') },
      { status: 'rejected', reason: new Error('broken') },
      { status: 'fulfilled', value: 6 },
    ]);
  });

  it('starts the next batch when one hangs', async () => {
    const batcher = new Batcher(double, { maxItems: 1, maxWaitMs: 20 });
    const [hangingResult, nextResult] = [batcher.add(1), batcher.add(2)];
    while (batches.length < 2) await waitForTurn();
    finishers[1]?.();
    expect(await nextResult).toBe(4);
    finishers[0]?.();
    expect(await hangingResult).toBe(2);
    expect(batches).toEqual([[1], [2]]);
  });

  it('waits for the configured gap between batches', async () => {
    const batcher = new Batcher((items: number[]) => Promise.resolve(items), {
      maxItems: 10,
      maxWaitMs: 60_000,
      gapMs: 50,
    });
    await batcher.add(1);
    const startedAt = performance.now();
    await batcher.add(2);
    expect(performance.now() - startedAt).toBeGreaterThan(30);
  });
});
