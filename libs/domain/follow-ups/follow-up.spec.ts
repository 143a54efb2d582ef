import type { TranscriptSegment } from '../calls/transcript';
import { followUpKind, isMessageFrom, getSettlingOutcome, type LaterCall } from './follow-up';

const makeTranscript = (...lines: [TranscriptSegment['speaker'], string][]): { segments: TranscriptSegment[] } => ({
  segments: lines.map(([speaker, text], index) => ({
    speaker,
    text,
    startMs: index * 1_000,
    endMs: index * 1_000 + 900,
  })),
});
const conversation = makeTranscript(
  ['agent', 'Acme Plumbing, this is Paul.'],
  ['customer', 'Hi.'],
  ['agent', 'How can I help?'],
);
const message = makeTranscript(
  ['agent', "You've reached Acme. Leave a message and we'll call you back."],
  ['customer', 'This is Doug. Please send the quote again.'],
  ['customer', 'Thanks.'],
);
const makeAnalysis = (fields: object): Parameters<typeof followUpKind>[0] => ({
  sentiment: 'neutral',
  needsReview: false,
  followUp: { needed: false },
  ...fields,
});

describe('followUpKind', () => {
  it.each([
    ['an unhappy customer', { sentiment: 'negative', followUp: { needed: true } }, conversation, 'unhappy'],
    ['an unhappy voicemail', { sentiment: 'negative' }, message, 'unhappy'],
    ['a voicemail', {}, message, 'voicemail'],
    ['a guess', { sentiment: 'negative', needsReview: true }, conversation, 'review'],
    [
      "a rule's request, which outranks a promise",
      { followUp: { needed: true, what: 'Call back.', rule: 'membership' } },
      conversation,
      'rule',
    ],
    ['a rule about a voicemail', { followUp: { needed: true, rule: 'send the quote' } }, message, 'rule'],
    ['a promise', { followUp: { needed: true } }, conversation, 'promise'],
    ['nothing to do', {}, conversation, null],
    ['a happy customer', { sentiment: 'positive' }, conversation, null],
  ])('recognizes %s', (_, fields, transcript, kind) => {
    expect(followUpKind(makeAnalysis(fields), transcript, 'inbound', false)).toBe(kind);
  });

  it.each([
    ['an account with leads turned on', {}, 'inbound', true, 'lead'],
    ['an account with leads turned off', {}, 'inbound', false, 'promise'],
    ['an unhappy customer', { sentiment: 'negative' }, 'inbound', true, 'unhappy'],
    ['a rule', { followUp: { needed: true, rule: 'price' } }, null, true, 'lead'],
    ['a call made by the office', {}, 'outbound', true, 'promise'],
    ['a call that was booked', { booking: 'booked' }, 'inbound', true, 'promise'],
    ['an existing job', { booking: 'not_a_lead' }, 'inbound', true, 'promise'],
    ['an unjudged call', { booking: null }, 'inbound', true, 'promise'],
  ] as const)('decides whether the call is a lead: %s', (_, fields, direction, leadsEnabled, kind) => {
    const call = makeAnalysis({ booking: 'not_booked_other', followUp: { needed: true }, ...fields });
    expect(followUpKind(call, conversation, direction, leadsEnabled)).toBe(kind);
  });

  it('does not mistake a message left by the office, or a caller who mentions one, for a voicemail', () => {
    expect(followUpKind(makeAnalysis({}), message, 'outbound', false)).toBeNull();
    const callerMentioningMessage = makeTranscript(
      ['agent', 'Acme Plumbing.'],
      ['customer', 'I was told to leave a message yesterday.'],
      ['agent', 'I see.'],
    );
    expect(followUpKind(makeAnalysis({}), callerMentioningMessage, 'inbound', false)).toBeNull();
  });
});

describe('isMessageFrom', () => {
  it.each([
    "You've reached the Hendersons. Leave a message.",
    'Por favor, deje su mensaje después del tono.',
    'Grabe su mensaje de voz. Al terminar, cuelgue.',
    'No puedo contestar ahora, déjame un mensaje.',
  ])('distinguishes a message left by the office from a conversation: %s', (greeting) => {
    const officeMessage = makeTranscript(
      ['customer', greeting],
      ['agent', 'Hello, this is Paul from Acme. Please call us back.'],
    );
    expect(isMessageFrom('agent', officeMessage)).toBe(true);
    expect(isMessageFrom('agent', conversation)).toBe(false);
    expect(isMessageFrom('customer', officeMessage)).toBe(false);
  });

  it('does not mistake a conversation between unknown speakers for a message', () => {
    const unknownSpeakers = makeTranscript(
      ['unknown', 'Hello, this is Dana.'],
      ['unknown', 'Hi, I got a voicemail from you, and I would like to leave a review.'],
      ['unknown', 'Yes, let me look.'],
    );
    expect(isMessageFrom('customer', unknownSpeakers)).toBe(false);
  });
});

describe('getSettlingOutcome', () => {
  const call: LaterCall = {
    direction: 'outbound',
    durationSeconds: 90,
    label: 'neutral',
    course: [],
    isMessage: false,
  };
  const improvingMood: LaterCall['course'] = [
    { startMs: 0, endMs: 10, sentiment: 'negative' },
    { startMs: 10, endMs: 20, sentiment: 'neutral' },
  ];

  it.each([
    ['a happy customer', { label: 'positive' }, 'promise', 'recovered'],
    ['a previously unhappy customer', {}, 'unhappy', 'recovered'],
    ['a mood that improved', { course: improvingMood }, 'promise', 'recovered'],
    ['an ordinary call', {}, 'promise', 'called_back'],
    ['a call of exactly a minute', { durationSeconds: 60 }, 'unhappy', null],
    ['an unhappy customer', { label: 'negative' }, 'unhappy', null],
    ['a call that needs a listen', { label: 'needs_review' }, 'unhappy', null],
    ['a call from the customer', { direction: 'inbound' }, 'unhappy', null],
    ['a call without a direction', { direction: null }, 'unhappy', null],
    ['a message for the customer', { isMessage: true }, 'unhappy', null],
    ["a lead's booking", { booking: 'booked', direction: 'inbound', durationSeconds: 30 }, 'lead', 'won'],
    ['a conversation with a lead', { label: 'positive', booking: 'not_booked_undecided' }, 'lead', null],
    ['a booking after a hang-up', { booking: 'booked', direction: 'inbound' }, 'hang_up', 'won'],
    ['another call after a hang-up', { booking: 'not_booked_other', direction: 'inbound' }, 'hang_up', 'not_needed'],
    ['a complaint after a hang-up', { label: 'negative', direction: 'inbound' }, 'hang_up', null],
    ['a conversation after a hang-up', {}, 'hang_up', 'called_back'],
    ['a message after a hang-up', { isMessage: true }, 'hang_up', null],
    ["an unhappy customer's booking", { booking: 'booked', direction: 'inbound' }, 'unhappy', null],
  ] as const)('decides whether a later call settles a follow-up: %s', (_, fields, kind, outcome) => {
    expect(getSettlingOutcome(kind, { ...call, ...fields })).toBe(outcome);
  });
});
