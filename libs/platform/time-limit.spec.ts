import { getEventListeners, getMaxListeners, once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';

import { collectGarbage } from '@ringwell/testing/collect-garbage';

import { startTimeLimit } from './time-limit';

describe('startTimeLimit', () => {
  it('aborts its signal with a TimeoutError once the time is up, even after garbage collection', async () => {
    const parent = new AbortController();
    const { signal } = startTimeLimit(100, parent.signal);
    const aborted = once(signal, 'abort');
    await sleep(10);
    collectGarbage();
    await aborted;
    expect(signal.reason).toMatchObject({ name: 'TimeoutError' });
    expect(getEventListeners(parent.signal, 'abort')).toEqual([]);
  });

  it('reports that it timed out', async () => {
    const limit = startTimeLimit(1);
    expect(limit.hasPassed).toBe(false);
    await once(limit.signal, 'abort');
    expect(limit.hasPassed).toBe(true);
  });

  it("aborts with the first aborted parent's reason, and ignores its parents afterward", () => {
    const [first, second] = [new AbortController(), new AbortController()];
    const limit = startTimeLimit(60_000, first.signal, second.signal);
    const reason = new Error('the worker is stopping');
    second.abort(reason);
    first.abort(new Error('too late'));
    expect(limit).toMatchObject({ hasPassed: false, signal: { aborted: true, reason } });
    expect([first, second].flatMap(({ signal }) => getEventListeners(signal, 'abort'))).toEqual([]);
  });

  it('is aborted from the start when a parent already is', () => {
    const reason = new Error('the worker is stopping');
    expect(startTimeLimit(60_000, AbortSignal.abort(reason)).signal).toMatchObject({ aborted: true, reason });
  });

  it('lets any number of limits share a parent, without a leak warning', () => {
    const parent = new AbortController();
    const limit = startTimeLimit(60_000, parent.signal);
    expect(getMaxListeners(parent.signal)).toBe(Infinity);
    limit.end();
  });

  it("is never aborted after it ends, and doesn't leave a listener on a long-lived parent", async () => {
    const parent = new AbortController();
    const limit = startTimeLimit(10, parent.signal);
    limit.end();
    await sleep(30);
    parent.abort();
    expect(limit).toMatchObject({ hasPassed: false, signal: { aborted: false } });
    expect(getEventListeners(parent.signal, 'abort')).toEqual([]);
  });
});
