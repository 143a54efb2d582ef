import { countWordErrors, scoreRecordings, type MeasuredRecording } from './recording-scores';

describe('word errors', () => {
  it('compares each side separately, ignoring punctuation and the spelling of numbers', () => {
    const spoken = [
      { speaker: 'agent' as const, text: 'It is fifteen hundred dollars.' },
      { speaker: 'customer' as const, text: "I'll think about it." },
    ];
    const recognized = [
      { speaker: 'agent' as const, text: 'it is $1,500' },
      { speaker: 'customer' as const, text: "i'll sink about it" },
    ];
    expect(countWordErrors(spoken, recognized)).toEqual({ words: 11, errors: 1 });
  });

  it("compares the words in the call's order when the speakers are unknown", () => {
    const spoken = [
      { speaker: 'agent' as const, text: 'Hello.' },
      { speaker: 'customer' as const, text: 'Hi there.' },
    ];
    expect(countWordErrors(spoken, [{ speaker: 'unknown', text: 'hello hi there' }])).toEqual({ words: 3, errors: 0 });
    expect(countWordErrors(spoken, [])).toEqual({ words: 3, errors: 3 });
  });
});

describe('scores', () => {
  const analysis = { sentiment: 'positive' as const, confidence: 0.95, needsReview: false, reviewReason: null };
  const lowConfidenceAnalysis = {
    ...analysis,
    confidence: 0.5,
    needsReview: true,
    reviewReason: 'low_confidence' as const,
  };
  const measured: MeasuredRecording[] = [
    { file: 'correct.wav', words: 60, errors: 3, label: 'positive', analysis },
    { file: 'guessed.wav', words: 30, errors: 12, label: 'negative', analysis: lowConfidenceAnalysis },
    { file: 'silent.wav', words: 10, errors: 10, label: 'neutral' },
    { file: 'unlabeled.wav', words: 0, errors: 0, analysis },
  ];

  it('weights by words, excludes recordings without a reference label from accuracy, and counts a missing result as wrong', () => {
    expect(scoreRecordings(measured)).toMatchObject({
      recordings: 4,
      wordErrorRate: 0.25,
      labelAccuracy: 0.333,
      shownLabelAccuracy: 1,
      needsListen: 0.25,
      perRecording: [
        { file: 'correct.wav', wordErrorRate: 0.05, label: 'positive', guess: 'positive', shown: 'Positive' },
        { file: 'guessed.wav', guess: 'positive', shown: 'Needs a listen', reviewReason: 'low_confidence' },
        { file: 'silent.wav', guess: null, shown: 'No speech' },
        { file: 'unlabeled.wav', wordErrorRate: null, label: null },
      ],
    });
  });

  it('returns no rates without data', () => {
    expect(scoreRecordings([])).toMatchObject({ wordErrorRate: null, labelAccuracy: null, needsListen: null });
  });
});
