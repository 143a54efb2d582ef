import { recordingCheckDelayMs } from './service-titan';

const MINUTE = 60_000;

describe('a recording that is not there yet', () => {
  it.each([
    [0, 1],
    [0.5, 0.5],
    [1, 4],
    [5.1, 9.9],
    [15, 45],
    [60, 300],
    [359, 1],
  ])('is looked for, %d minutes after the call came, in %d minutes', (age, wait) => {
    expect(recordingCheckDelayMs(age * MINUTE)).toBeCloseTo(wait * MINUTE);
  });

  it('is given up after six hours', () => {
    expect(recordingCheckDelayMs(360 * MINUTE)).toBeUndefined();
  });
});
