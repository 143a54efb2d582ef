import { describeFollowUpReason } from './follow-up-why';

describe('describeFollowUpReason', () => {
  const call = { kind: 'unhappy', promise: { needed: true, what: 'Send Dana\nthe quote' } } as const;

  it.each([
    ['what to do', call, 'Send Dana the quote'],
    ['only that a guess needs a listen', { ...call, kind: 'review' } as const, 'Needs a listen'],
    [
      'the rule that requested it',
      { kind: 'rule', promise: { needed: true, rule: 'cancel my plan' } } as const,
      'Your rule “cancel my plan” asks for a callback',
    ],
    ['that a caller hung up', { kind: 'lead', promise: null } as const, 'Call back: hung up before anyone answered'],
    ['the kind, once the text is deleted', { ...call, promise: null }, 'Unhappy customer'],
  ])('says %s', (_case, analysisFields, reason) => {
    expect(describeFollowUpReason(analysisFields)).toBe(reason);
  });
});
