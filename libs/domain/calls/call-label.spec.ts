import { callLabel, callLabelName, describeCallLabel } from './call-label';

const SURE = { sentiment: 'negative', needsReview: false, reviewReason: null } as const;
const UNSURE = { sentiment: 'negative', needsReview: true, reviewReason: 'low_confidence' } as const;

describe("a call's label", () => {
  it('is the sentiment when the call needs no review', () => {
    expect([callLabel(SURE), callLabelName(SURE), describeCallLabel(SURE)]).toEqual([
      'negative',
      'Negative',
      'Negative',
    ]);
  });

  it('is "Needs a listen" instead of the guess when the call needs review', () => {
    expect([callLabel(UNSURE), callLabelName(UNSURE)]).toEqual(['needs_review', 'Needs a listen']);
  });

  it.each([
    ['low_confidence', 'Needs a listen (probably Negative)'],
    ['mixed_signals', 'Needs a listen (probably Negative)'],
    ['words_unreliable', 'Needs a listen'],
    ['too_few_words', 'Needs a listen'],
    ['recording_incomplete', 'Needs a listen (probably Negative)'],
  ] as const)('includes the guess unless there are no words to guess from (%s)', (reviewReason, text) => {
    expect(describeCallLabel({ ...UNSURE, reviewReason })).toBe(text);
  });
});
