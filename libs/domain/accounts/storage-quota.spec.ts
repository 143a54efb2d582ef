import { exceedsQuota, formatStorage, GIGABYTE } from './storage-quota';

describe('exceedsQuota', () => {
  it.each([
    ['is false without a limit', null, 5_000, 5_000, false],
    ['is false if the recording fits exactly', 1_000, 1_000, 200, false],
    ['is true if the recording is a byte too large', 1_000, 1_001, 200, true],
    ['is false if there is space left for a recording that is fetched later', 1_000, 999, 0, false],
    ['is true if there is no space left for a recording that is fetched later', 1_000, 1_000, 0, true],
  ])('%s', (_, limitBytes, storedBytes, recordingBytes, expected) => {
    expect(exceedsQuota({ storedBytes, limitBytes }, recordingBytes)).toBe(expected);
  });
});

it.each([
  [0, '0 MB'],
  [1, '1 MB'],
  [850 * 1_048_576, '850 MB'],
  [3.42 * GIGABYTE, '3.4 GB'],
  [50 * GIGABYTE, '50 GB'],
  [1_200 * GIGABYTE, '1,200 GB'],
])('formats %d bytes as %s', (bytes, text) => {
  expect(formatStorage(bytes)).toBe(text);
});
