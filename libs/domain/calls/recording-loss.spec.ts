import { describeRecordingLoss } from './recording-loss';

it.each([
  [9.02, 18.04, '9 of 18 s could be read.'],
  [179.6, 329, '3:00 of 5:29 could be read.'],
])('says how much of a recording could be read: %s of %s', (readSeconds, statedSeconds, text) => {
  expect(describeRecordingLoss({ readSeconds, statedSeconds })).toBe(text);
});
