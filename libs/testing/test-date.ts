// All timers that stay real, because only `Date` is replaced.
const REAL_TIMERS = [
  'hrtime',
  'nextTick',
  'performance',
  'queueMicrotask',
  'setImmediate',
  'clearImmediate',
  'setInterval',
  'clearInterval',
  'setTimeout',
  'clearTimeout',
] as const;

/** Returns a function that sets the date for the enclosing suite's tests. Restores the real date after them. */
export function useTestDate(): (date: string) => void {
  afterAll(() => {
    jest.useRealTimers();
  });
  return (date) => {
    jest.useFakeTimers({ now: new Date(date), doNotFake: [...REAL_TIMERS] });
  };
}
