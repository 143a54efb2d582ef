/** Everything but `Date` keeps running. */
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

/** @returns sets the date for the tests of the surrounding suite; the real one is back after them */
export function useTestDate(): (date: string) => void {
  afterAll(() => {
    jest.useRealTimers();
  });
  return (date) => {
    jest.useFakeTimers({ now: new Date(date), doNotFake: [...REAL_TIMERS] });
  };
}
