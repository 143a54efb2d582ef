import { recordingCheckDelayMs } from './service-titan';

const MINUTE = 60_000;

describe('recordingCheckDelayMs', () => {
  it.each([
    [0, 1],
    [0.5, 0.5],
    [1, 4],
    [5.1, 9.9],
    [15, 45],
    [60, 300],
    [359, 1],
  ])('given a call received %d minutes ago, is %d minutes', (age, wait) => {
    expect(recordingCheckDelayMs(age * MINUTE)).toBeCloseTo(wait * MINUTE);
  });

  it('is undefined after six hours', () => {
    expect(recordingCheckDelayMs(360 * MINUTE)).toBeUndefined();
  });
});
