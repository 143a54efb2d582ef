import { cutAtPauses, cutIntoChunks, recordingTimeMs } from './speech-pieces';

describe('cutIntoChunks', () => {
  const rules = { marginMs: 300, maxChunkMs: 10_000 };

  it('adds margins, joins touching pieces, and stays within the recording', () => {
    const speech = [
      { startMs: 100, endMs: 1_000 },
      { startMs: 1_500, endMs: 2_000 },
      { startMs: 5_000, endMs: 5_900 },
    ];
    expect(cutIntoChunks(speech, 6_000, rules)).toEqual([
      [
        { startMs: 0, endMs: 2_300 },
        { startMs: 4_700, endMs: 6_000 },
      ],
    ]);
  });

  it('starts a new chunk before exceeding the length', () => {
    const speech = [
      { startMs: 1_000, endMs: 7_000 },
      { startMs: 9_000, endMs: 15_000 },
    ];
    expect(cutIntoChunks(speech, 20_000, rules)).toEqual([
      [{ startMs: 700, endMs: 7_300 }],
      [{ startMs: 8_700, endMs: 15_300 }],
    ]);
  });

  it('cuts speech without pauses into equal parts', () => {
    expect(cutIntoChunks([{ startMs: 300, endMs: 23_700 }], 24_000, rules).flat()).toEqual([
      { startMs: 0, endMs: 8_000 },
      { startMs: 8_000, endMs: 16_000 },
      { startMs: 16_000, endMs: 24_000 },
    ]);
  });

  it('cuts speech that is too long for one chunk at the gaps between words', () => {
    const speech = [
      { startMs: 300, endMs: 6_000 },
      { startMs: 6_400, endMs: 9_000 },
      { startMs: 9_500, endMs: 12_000 },
    ];
    expect(cutIntoChunks(speech, 20_000, rules).flat()).toEqual([
      { startMs: 0, endMs: 9_250 },
      { startMs: 9_250, endMs: 12_300 },
    ]);
  });

  it('does not return chunks without speech', () => {
    expect(cutIntoChunks([], 24_000, rules)).toEqual([]);
  });
});

test('maps timestamps in a chunk to timestamps in the recording', () => {
  const pieces = [
    { startMs: 1_000, endMs: 3_000 },
    { startMs: 8_000, endMs: 9_000 },
  ];
  expect([0, 1_999, 2_000, 2_500, 3_500].map((time) => recordingTimeMs(pieces, time))).toEqual([
    1_000, 2_999, 8_000, 8_500, 9_000,
  ]);
});

describe('cutAtPauses', () => {
  it('does not cut a short channel', () => {
    expect(cutAtPauses([{ startMs: 0, endMs: 900 }], 1_000, 5_000)).toEqual([{ startMs: 0, endMs: 1_000 }]);
  });

  it('cuts at the last pause before the limit, or in the middle without one', () => {
    const speech = [
      { startMs: 500, endMs: 3_000 },
      { startMs: 4_500, endMs: 20_000 },
    ];
    expect(cutAtPauses(speech, 12_000, 5_000)).toEqual([
      { startMs: 0, endMs: 4_500 },
      { startMs: 4_500, endMs: 9_500 },
      { startMs: 9_500, endMs: 12_000 },
    ]);
  });
});
