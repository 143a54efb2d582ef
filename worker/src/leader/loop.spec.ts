import { LeaderLoop } from './leader-loop';
import { Loop } from './loop';
import { fakeLeader } from './testing/fake-leader';

const INTERVAL_MS = 200;
const GAP_MS = 20;

describe('Loop', () => {
  let rounds: number;
  let errors: unknown[];
  let work: () => Promise<void>;
  let loop: Loop;

  beforeEach(() => {
    jest.useFakeTimers();
    [rounds, errors, work] = [0, [], () => Promise.resolve()];
    const runRound = (): Promise<void> => {
      rounds += 1;
      return work();
    };
    loop = new Loop(runRound, INTERVAL_MS, (error) => errors.push(error), GAP_MS);
  });
  afterEach(async () => {
    await loop.stop();
    jest.useRealTimers();
  });

  it('runs at the start and after every interval', async () => {
    loop.start();
    expect(rounds).toBe(1);
    await jest.advanceTimersByTimeAsync(2 * INTERVAL_MS + 10);
    expect(rounds).toBe(3);
  });

  it('combines many wake-ups into one round after a gap', async () => {
    loop.start();
    await jest.advanceTimersByTimeAsync(5);
    for (let call = 0; call < 10; call += 1) loop.wake();
    await jest.advanceTimersByTimeAsync(GAP_MS - 6);
    expect(rounds).toBe(1);
    await jest.advanceTimersByTimeAsync(2);
    expect(rounds).toBe(2);
    await jest.advanceTimersByTimeAsync(GAP_MS);
    expect(rounds).toBe(2);
  });

  it('runs immediately when woken after a longer pause', async () => {
    loop.start();
    await jest.advanceTimersByTimeAsync(INTERVAL_MS / 2);
    loop.wake();
    await jest.advanceTimersByTimeAsync(1);
    expect(rounds).toBe(2);
  });

  it('runs one more round without overlap when woken during a round', async () => {
    let finishRound = (): void => undefined;
    work = () =>
      new Promise((resolve) => {
        finishRound = resolve;
      });
    loop.start();
    loop.wake();
    await jest.advanceTimersByTimeAsync(10 * INTERVAL_MS);
    expect(rounds).toBe(1);
    work = () => Promise.resolve();
    finishRound();
    await jest.advanceTimersByTimeAsync(GAP_MS + 1);
    expect(rounds).toBe(2);
  });

  it('reports a failure and continues', async () => {
    const error = new Error('away');
    work = () => Promise.reject(error);
    loop.start();
    await jest.advanceTimersByTimeAsync(INTERVAL_MS + 1);
    expect(errors).toEqual([error, error]);
  });

  it('logs a failure that repeats once every ten seconds, with its reason', async () => {
    const leader = fakeLeader();
    const warn = jest.spyOn(leader.logger, 'warn').mockReturnValue();
    const err = new Error('MISCONF');
    class FailingLoop extends LeaderLoop {
      constructor() {
        super(leader, { intervalMs: INTERVAL_MS, failure: 'dispatcher: pass failed' });
      }
      override pass = (): Promise<never> => Promise.reject(err);
    }
    const failingLoop = new FailingLoop();
    failingLoop.onApplicationBootstrap();
    await jest.advanceTimersByTimeAsync(15_000);
    await failingLoop.onModuleDestroy();
    expect(warn.mock.calls).toEqual(Array(2).fill([{ err }, 'dispatcher: pass failed']));
    warn.mockRestore();
  });

  it('stops after the round in progress, and ignores later wake-ups', async () => {
    let finishRound = (): void => undefined;
    work = () =>
      new Promise((resolve) => {
        finishRound = resolve;
      });
    loop.start();
    let hasStopped = false;
    const stopping = loop.stop().then(() => {
      hasStopped = true;
    });
    await jest.advanceTimersByTimeAsync(INTERVAL_MS);
    expect(hasStopped).toBe(false);
    finishRound();
    await stopping;
    loop.wake();
    await jest.advanceTimersByTimeAsync(INTERVAL_MS);
    expect(rounds).toBe(1);
  });
});
