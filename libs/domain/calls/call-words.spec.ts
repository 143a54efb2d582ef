import { FOLLOW_UP_KINDS } from '../follow-ups/follow-up';
import { getCallText, toExternalFollowUp, formatCallTextLine, type CallTextSource } from './call-words';
import { getDefaultInstruction } from './instruction';

const QUOTE = { claim: 'Negative', segment: 3, startMs: 64_200, endMs: 67_000, quote: 'I want my deposit back.' };
const WITHOUT_WRITER: CallTextSource = {
  writer: null,
  sentiment: 'negative',
  needsReview: false,
  reviewReason: null,
  topic: 'no_show',
  summary: '',
  keyPoints: [],
  followUp: { needed: true, what: 'Call Karen Voss back about the missed visit' },
  evidence: [
    QUOTE,
    { ...QUOTE, segment: 5, quote: 'Nobody came and nobody called.' },
    { ...QUOTE, quote: 'A third one.' },
  ],
};
const WITH_WRITER: CallTextSource = {
  ...WITHOUT_WRITER,
  writer: 'llm:test',
  summary: 'Nobody came.',
  keyPoints: ['Twice.'],
};

describe("a call's text", () => {
  it('is the topic and at most two quotes for the label, in up to 40 words, if there is no writer', () => {
    expect(getCallText(WITHOUT_WRITER)).toMatchObject({
      summary: null,
      points: [],
      topic: 'No-show',
      quotes: [{ quote: 'I want my deposit back.' }, { quote: 'Nobody came and nobody called.' }],
      instruction: 'Call Karen Voss back about the missed visit',
    });
    expect(formatCallTextLine(getCallText(WITHOUT_WRITER))).toBe(
      'No-show: “I want my deposit back.” “Nobody came and nobody called.”',
    );
    const longQuote = { ...QUOTE, quote: 'word '.repeat(22).trim() };
    expect(getCallText({ ...WITHOUT_WRITER, evidence: [longQuote, QUOTE] }).quotes).toEqual([longQuote]);
  });

  it("is the writer's summary, with one quote", () => {
    expect(getCallText(WITH_WRITER)).toMatchObject({
      summary: 'Nobody came.',
      points: ['Twice.'],
      topic: null,
      quotes: [QUOTE],
    });
    expect(formatCallTextLine(getCallText(WITH_WRITER))).toBe('Nobody came.');
  });

  it('omits the quotes once the label has been corrected', () => {
    expect(getCallText({ ...WITHOUT_WRITER, sentiment: 'positive' }).quotes).toEqual([]);
  });

  it.each([
    ['is null without a writer', null, null],
    ['may come from a writer other than the judge', 'llm:new', 'Nobody came.'],
  ])('has a summary that %s', (_case, writer, summary) => {
    expect(getCallText({ ...WITH_WRITER, writer }).summary).toBe(summary);
  });

  it('contains an instruction for a customer who is unhappy or in danger, and otherwise only if action is needed', () => {
    const followUp = { ...WITHOUT_WRITER.followUp, needed: false };
    const calmCall = { ...WITHOUT_WRITER, sentiment: 'neutral', followUp } as const;
    expect(toExternalFollowUp({ ...WITHOUT_WRITER, followUp })).toEqual({ needed: false, what: followUp.what });
    expect(toExternalFollowUp(calmCall)).toEqual({ needed: false });
    expect(toExternalFollowUp({ ...calmCall, flags: ['legal'] })).toEqual({ needed: false });
    expect(getCallText({ ...calmCall, flags: ['danger'] }).instruction).toBe(followUp.what);
  });
});

it('builds an instruction from a verb, a name and a topic', () => {
  const call = { topic: 'billing', customerName: 'Karen Voss', booking: 'not_booked_undecided' } as const;
  expect(FOLLOW_UP_KINDS.map((kind) => getDefaultInstruction(kind, call))).toEqual([
    'Call Karen Voss back about the bill',
    'Call Karen Voss about the bill: still deciding',
    undefined,
    'Get back to Karen Voss about the bill',
    'Return the voicemail from Karen Voss',
    undefined,
  ]);
  expect(getDefaultInstruction('unhappy', { topic: null, customerName: null })).toBe('Call the customer back');
  expect(getDefaultInstruction('unhappy', { ...call, topic: 'communication' })).toBe(
    'Call Karen Voss back about the poor communication',
  );
  expect(getDefaultInstruction('promise', { ...call, isInDanger: true })).toBe('Check that Karen Voss is safe');
  const leadCall = { ...call, topic: null, leadDays: 'wanted Saturday, we had Monday' };
  expect(getDefaultInstruction('lead', leadCall)).toBe('Call Karen Voss: wanted Saturday, we had Monday');
});
