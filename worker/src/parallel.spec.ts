import { getEventListeners } from 'node:events';

import { runInParallel } from './parallel';

describe('runInParallel', () => {
  it('aborts the other tasks when one fails, throws its error and removes all listeners from the signal', async () => {
    const controller = new AbortController();
    const failure = new Error('no speech here');
    const abortReasons: unknown[] = [];
    const run = runInParallel(['fails', 'waits'], 2, controller.signal, async (item, signal) => {
      if (item === 'fails') throw failure;
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      abortReasons.push(signal.reason);
    });
    await expect(run).rejects.toBe(failure);
    expect(abortReasons).toEqual([failure]);
    expect(getEventListeners(controller.signal, 'abort')).toEqual([]);
  });

  it("throws the signal's reason when aborted before or during the tasks", async () => {
    const reason = new Error('the deadline');
    const controller = new AbortController();
    const waitForAbort = (_item: number, signal: AbortSignal): Promise<unknown> =>
      new Promise((resolve) => signal.addEventListener('abort', resolve));
    const run = runInParallel([1], 1, controller.signal, waitForAbort);
    controller.abort(reason);
    await expect(run).rejects.toBe(reason);
    await expect(runInParallel([1], 1, controller.signal, () => Promise.resolve())).rejects.toBe(reason);
  });
});
