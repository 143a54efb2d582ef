import { getEventListeners } from 'node:events';
import { setImmediate as nextTurn } from 'node:timers/promises';

import { collectGarbage } from '@ringwell/testing/collect-garbage';

import { pollUntil } from './poll-until';

describe('pollUntil', () => {
  it('ends with what it saw last when the wait is over and garbage was collected', async () => {
    const gone = new AbortController();
    let looks = 0;
    const look = async (): Promise<number> => {
      await nextTurn();
      collectGarbage();
      return (looks += 1);
    };
    expect(await pollUntil(look, () => false, { waitMs: 200, pollMs: 50 }, gone.signal)).toBe(looks);
    expect(getEventListeners(gone.signal, 'abort')).toEqual([]);
  }, 10_000);

  it('ends as soon as nobody waits any more', async () => {
    const gone = new AbortController();
    const seen = pollUntil(
      () => Promise.resolve('running'),
      () => false,
      { waitMs: 60_000, pollMs: 30_000 },
      gone.signal,
    );
    await nextTurn();
    gone.abort();
    expect(await seen).toBe('running');
  }, 10_000);
});
