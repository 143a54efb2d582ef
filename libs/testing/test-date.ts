// All timers that stay real; only `Date` is replaced.
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

/** Returns a function that sets the date for the tests of the surrounding suite. The real date returns after them. */
export function useTestDate(): (date: string) => void {
  afterAll(() => {
    jest.useRealTimers();
  });
  return (date) => {
    jest.useFakeTimers({ now: new Date(date), doNotFake: [...REAL_TIMERS] });
  };
}
