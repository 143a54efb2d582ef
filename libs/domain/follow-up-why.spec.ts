import { followUpWhy } from './follow-up-why';

describe('followUpWhy', () => {
  const call = {
    kind: 'unhappy',
    promise: { needed: true, what: 'Send the quote\nby Friday.' },
    reason: 'The technician did not show up.',
    summary: 'He waited since eight.\nHe wants a call.',
  } as const;

  it.each([
    ['why the customer called', call, 'The technician did not show up.'],
    ['what was promised', { ...call, kind: 'promise' } as const, 'Send the quote by Friday.'],
    ['the reason, without a promise', { ...call, kind: 'promise', promise: null } as const, call.reason],
    ['the summary, when no reason was said', { ...call, reason: 'Not said.' }, 'He waited since eight.'],
    ['nothing of a guess', { ...call, kind: 'review' } as const, 'Needs a listen'],
    [
      'the rule that asks for it',
      { ...call, kind: 'rule', promise: { needed: true, rule: 'cancel my plan' } } as const,
      'Your rule “cancel my plan” asks to call back',
    ],
    ['the kind, once the words are deleted', { ...call, reason: null, summary: null }, 'Unhappy customer'],
  ])('says %s', (_case, said, why) => {
    expect(followUpWhy(said)).toBe(why);
  });
});
