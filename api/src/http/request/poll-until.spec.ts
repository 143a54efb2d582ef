import { getEventListeners } from 'node:events';
import { setImmediate as nextTurn } from 'node:timers/promises';

import { collectGarbage } from '@ringwell/testing/collect-garbage';

import { pollUntil } from './poll-until';

describe('pollUntil', () => {
  it('returns the last value when the time is up, even after garbage collection', async () => {
    const controller = new AbortController();
    let readCount = 0;
    const readValue = async (): Promise<number> => {
      await nextTurn();
      collectGarbage();
      return (readCount += 1);
    };
    expect(await pollUntil(readValue, () => false, { waitMs: 200, pollMs: 50 }, controller.signal)).toBe(readCount);
    expect(getEventListeners(controller.signal, 'abort')).toEqual([]);
  });

  it('returns the last value as soon as the signal aborts', async () => {
    const controller = new AbortController();
    const result = pollUntil(
      () => Promise.resolve('running'),
      () => false,
      { waitMs: 60_000, pollMs: 30_000 },
      controller.signal,
    );
    await nextTurn();
    controller.abort();
    expect(await result).toBe('running');
  });
});
