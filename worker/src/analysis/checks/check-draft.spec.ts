import type { Transcript } from '@ringwell/domain/calls/transcript';

import { toTranscript } from '../../../../lab/analyst/measurement/labeled-call';
import type { Draft } from '../analyst';
import { checkDraft, type CheckedDraft } from './check-draft';

const CALL: Transcript = toTranscript([
  { speaker: 'agent', text: 'Cedar Creek Plumbing, this is Monique.' },
  {
    speaker: 'customer',
    text: "Hi, it's Frank Tedesco on Delmar. I paid eight hundred dollars in September for a door, and there's no door.",
  },
  {
    speaker: 'agent',
    text: "I'm sorry, Mr. Tedesco. The supplier is at nineteen weeks now, maybe Tuesday the fourth.",
  },
  {
    speaker: 'customer',
    text: "I don't want to wait. I want a full refund and I want it by half past three on Friday.",
  },
  { speaker: 'agent', text: "Okay. I'll ask Paul about the refund and call you back today. Hutchins'll look into it." },
]);
const DRAFT: Draft = {
  summary: 'Frank Tedesco wants his $800 back, because the door he paid for in September has not arrived.',
  points: ['The supplier takes 19 weeks'],
  next: [{ who: 'company', what: 'Ask Paul about the refund and call Frank Tedesco back', when: 'today', segment: 4 }],
  quote: { segment: 3, words: "I don't want to wait." },
};
const checkWith = (draft: Partial<Draft>): CheckedDraft =>
  checkDraft({ ...DRAFT, ...draft }, CALL, { customerName: 'Frank Tedesco', sentiment: 'negative' });

it("keeps what the call supports, and quotes the company's promise", () => {
  expect(checkWith({})).toEqual({
    issues: [],
    checkedSummary: {
      summary: DRAFT.summary,
      points: DRAFT.points,
      instruction: 'Ask Paul about the refund and call Frank Tedesco back; today',
      evidence: [
        expect.objectContaining({ claim: 'Negative', segment: 3, quote: "I don't want to wait." }),
        expect.objectContaining({ claim: 'Promise', segment: 4, quote: CALL.segments[4]?.text }),
      ],
    },
  });
});

it('reports an empty summary, so that it is rewritten', () => {
  expect(checkWith({ summary: ' ' })).toEqual({ checkedSummary: null, issues: ['summary: must not be empty.'] });
});

it("numbers faulty points and steps as in the draft, including repeated ones and the customer's", () => {
  const [step] = DRAFT.next;
  const { issues } = checkWith({
    points: ['Frank Tedesco paid $800 in September', 'The supplier takes 91 weeks'],
    next: [
      { who: 'customer', what: 'Wait', when: null, segment: 3 },
      { ...step!, segment: 99 },
    ],
  });
  expect(issues).toEqual(['point 2: the call does not say "91".', 'next 2: there is no such segment.']);
});

it.each([
  ['number', 'He paid $850.', '850'],
  ['time', 'He wants it by 3:45.', '345'],
  ['name', 'Gregory took the call.', 'gregory'],
  ['day', 'The door may arrive on Wednesday.', 'Wednesday'],
  ['month', 'He ordered it in October.', 'October'],
  ['quote', 'He said "this is the last straw".', 'this is the last straw'],
  ['promise', 'The company will replace the opener for free.', 'company will replace the opener for free'],
])('drops and reports a sentence with an unsupported %s', (_case, sentence, unsupported) => {
  const { checkedSummary, issues } = checkWith({ summary: `${DRAFT.summary} ${sentence}` });
  expect(checkedSummary?.summary).toBe(DRAFT.summary);
  expect(issues).toEqual([`summary, sentence 2: the call does not say "${unsupported}".`]);
});

it.each([
  'He wants it by 3:30 on Friday.',
  'The supplier is at 19 weeks, maybe Tuesday the 4th.',
  'Monique took the call.',
  'He said that Hutchins will look into it.',
  'He said "I want a full refund".',
  'The office will call him back.',
])('keeps the supported sentence "%s"', (sentence) => {
  expect(checkWith({ summary: `${DRAFT.summary} ${sentence}` })).toMatchObject({
    issues: [],
    checkedSummary: { summary: `${DRAFT.summary} ${sentence}` },
  });
});

it.each([
  ['the first sentence of the summary is dropped', { summary: 'Gregory wants his money back. He paid $800.' }],
  ['an instruction contains an unsupported amount', { next: [{ ...DRAFT.next[0]!, what: 'Refund the $900' }] }],
  ['an instruction does not start with a verb', { next: [{ ...DRAFT.next[0]!, what: 'The customer is waiting' }] }],
  ['an instruction refers to a missing segment', { next: [{ ...DRAFT.next[0]!, segment: 12 }] }],
])('rejects the whole draft when %s', (_case, draft) => {
  const { checkedSummary, issues } = checkWith(draft);
  expect(checkedSummary).toBeNull();
  expect(issues).toHaveLength(1);
});

it("does not mistake an instruction's verb for a name, even if no one said it and a name follows", () => {
  const instruction = "Answer Frank Tedesco's demand";
  expect(checkWith({ next: [{ ...DRAFT.next[0]!, what: instruction }] })).toMatchObject({
    issues: [],
    checkedSummary: { instruction: `${instruction}; today` },
  });
});

it("does not treat the customer's words as a company promise or the customer's next step as an instruction", () => {
  const step = { ...DRAFT.next[0]!, what: 'Send the full refund', when: null };
  expect(checkWith({ next: [{ ...step, segment: 3 }] }).checkedSummary).toMatchObject({
    instruction: 'Send the full refund',
    evidence: [{ claim: 'Negative' }],
  });
  expect(checkWith({ next: [{ ...step, who: 'customer', segment: 3 }] }).checkedSummary).toMatchObject({
    instruction: null,
  });
});

it('drops points that repeat the summary or a kept point, and quotes that no one said', () => {
  const { checkedSummary, issues } = checkWith({
    points: [
      'Frank Tedesco paid $800 in September',
      'The supplier takes 19 weeks, not 12',
      'The supplier takes 19 weeks',
      'the supplier takes 19 weeks.',
    ],
    quote: { segment: 3, words: 'I am furious' },
  });
  expect(checkedSummary).toMatchObject({ points: ['The supplier takes 19 weeks'], evidence: [{ claim: 'Promise' }] });
  expect(issues).toEqual(['point 2: the call does not say "12".', 'quote: these words are not in that segment.']);
});

it("does not quote the agent's words as the customer's, unless the speakers are guessed", () => {
  const draft = { ...DRAFT, next: [], quote: { segment: 2, words: "I'm sorry, Mr. Tedesco." } };
  const context = { customerName: 'Frank Tedesco', sentiment: 'negative' as const };
  expect(checkDraft(draft, CALL, context)).toMatchObject({ issues: [], checkedSummary: { evidence: [] } });
  expect(checkDraft(draft, { ...CALL, speakersGuessed: true }, context).checkedSummary?.evidence).toHaveLength(1);
});

it('quotes only the promise from a long turn', () => {
  const text =
    'Our guy was out there on Monday and he says the spring is fine but the panel is bent, and the supplier told us this ' +
    'morning that it may be on the truck tomorrow or it may not. I will call you back by Friday with a price.';
  const call = toTranscript([{ speaker: 'agent', text }]);
  const draft = { summary: 'The panel is bent.', points: [], quote: null };
  const step = { who: 'company' as const, what: 'Call the customer back with a price', when: 'by Friday', segment: 0 };
  expect(checkDraft({ ...draft, next: [step] }, call, { sentiment: 'neutral' }).checkedSummary?.evidence).toMatchObject(
    [{ claim: 'Promise', quote: 'I will call you back by Friday with a price.' }],
  );
});

it('truncates a long summary at a sentence boundary', () => {
  const longText = 'He wants a full refund and does not want to wait for the supplier anymore. '.repeat(5).trim();
  const { checkedSummary, issues } = checkWith({ summary: `${DRAFT.summary} ${longText}` });
  expect(issues).toEqual(['summary: at most 4 sentences and 60 words.']);
  expect(checkedSummary?.summary.split(' ').length).toBeLessThanOrEqual(60);
  expect(checkedSummary?.summary.endsWith('.')).toBe(true);
});
