import { randomUUID } from 'node:crypto';

import { ActiveRun } from './active-run';

const lease = { callId: randomUUID(), leaseToken: randomUUID() };
const ONE_HOUR_MS = 3_600_000;

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

function startRun(
  heartbeat: () => Promise<boolean>,
  msUntilDeadline = ONE_HOUR_MS,
): { run: ActiveRun; errors: unknown[] } {
  const errors: unknown[] = [];
  return { run: new ActiveRun(lease, msUntilDeadline, { heartbeat }, (error) => errors.push(error)), errors };
}

describe('ActiveRun', () => {
  it('continues while its heartbeats succeed', async () => {
    const { run } = startRun(() => Promise.resolve(true));
    await jest.advanceTimersByTimeAsync(120_000);
    expect(run.stopReason).toBeUndefined();
    run.end();
  });

  it('stops when another worker has taken over the call', async () => {
    const { run } = startRun(() => Promise.resolve(false));
    await jest.advanceTimersByTimeAsync(5_000);
    expect(run.stopReason).toBe('lease_lost');
    expect(run.signal.aborted).toBe(true);
    run.end();
  });

  it('survives a short PostgreSQL outage, and stops if its lease expires', async () => {
    const { run, errors } = startRun(() => Promise.reject(new Error('away')));
    await jest.advanceTimersByTimeAsync(15_000);
    expect(run.stopReason).toBeUndefined();
    await jest.advanceTimersByTimeAsync(5_000);
    expect(run.stopReason).toBe('lease_lost');
    expect(errors.length).toBeGreaterThanOrEqual(3);
    run.end();
  });

  it('stops at its deadline', async () => {
    const { run } = startRun(() => Promise.resolve(true), 20_000);
    await jest.advanceTimersByTimeAsync(19_000);
    expect(run.stopReason).toBeUndefined();
    await jest.advanceTimersByTimeAsync(1_000);
    expect(run.stopReason).toBe('deadline');
    run.end();
  });
});
