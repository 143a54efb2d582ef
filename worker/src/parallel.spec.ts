import { getEventListeners } from 'node:events';

import { runInParallel } from './parallel';

describe('runInParallel', () => {
  it('aborts the other tasks when one fails, throws its error and removes all listeners from the signal', async () => {
    const stop = new AbortController();
    const failure = new Error('no speech here');
    const ended: unknown[] = [];
    const run = runInParallel(['fails', 'waits'], 2, stop.signal, async (item, signal) => {
      if (item === 'fails') throw failure;
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      ended.push(signal.reason);
    });
    await expect(run).rejects.toBe(failure);
    expect(ended).toEqual([failure]);
    expect(getEventListeners(stop.signal, 'abort')).toEqual([]);
  });

  it("throws the signal's reason when aborted before or during the tasks", async () => {
    const reason = new Error('the deadline');
    const stop = new AbortController();
    const waitForAbort = (_item: number, signal: AbortSignal): Promise<unknown> =>
      new Promise((resolve) => signal.addEventListener('abort', resolve));
    const run = runInParallel([1], 1, stop.signal, waitForAbort);
    stop.abort(reason);
    await expect(run).rejects.toBe(reason);
    await expect(runInParallel([1], 1, stop.signal, () => Promise.resolve())).rejects.toBe(reason);
  });
});
