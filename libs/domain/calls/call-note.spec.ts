import { formatCallNote, getCaller } from './call-note';
import type { CallTextSource } from './call-words';

const ANALYSIS: CallTextSource = {
  writer: 'llm:test',
  sentiment: 'negative',
  needsReview: false,
  reviewReason: null,
  topic: 'delay',
  summary: 'Mr. Lee wants his deposit back.',
  keyPoints: ['Third delay.', 'Deposit of $400.'],
  followUp: { needed: true, what: 'Call Sam Lee back by Friday' },
  evidence: [
    { claim: 'Negative', segment: 3, startMs: 64_200, endMs: 67_000, quote: 'I want my deposit back.' },
    { claim: 'negative', segment: 5, startMs: 80_000, endMs: 83_000, quote: 'This is the third time.' },
    { claim: 'Positive', segment: 0, startMs: 1_000, endMs: 2_000, quote: 'Thank you so much.' },
  ],
};
const CALL = {
  direction: 'inbound',
  customerName: 'Sam Lee',
  fromNumber: '+15551234567',
  toNumber: '+15557654321',
} as const;

describe('formatCallNote', () => {
  it('contains the caller, label, summary, a quote, key points and the follow-up', () => {
    expect(formatCallNote(ANALYSIS, getCaller(CALL))).toBe(
      [
        'Call From: Sam Lee, +15551234567',
        'Customer Happiness: Negative',
        '',
        'Mr. Lee wants his deposit back.',
        '“I want my deposit back.” (1:04)',
        '',
        '- Third delay.',
        '- Deposit of $400.',
        '',
        'Follow-up: Call Sam Lee back by Friday',
      ].join('\n'),
    );
  });

  it('replaces the summary with the topic and two quotes when there is no writer', () => {
    expect(formatCallNote({ ...ANALYSIS, writer: null, summary: '' }, getCaller(CALL))).toBe(
      [
        'Call From: Sam Lee, +15551234567',
        'Customer Happiness: Negative',
        '',
        'Topic: Delay',
        '“I want my deposit back.” (1:04)',
        '“This is the third time.” (1:20)',
        '',
        'Follow-up: Call Sam Lee back by Friday',
      ].join('\n'),
    );
  });

  it('marks a guess with “probably”, and omits unreliable words', () => {
    const getNoteLines = (reviewReason: 'low_confidence' | 'words_unreliable'): string[] =>
      formatCallNote({ ...ANALYSIS, needsReview: true, reviewReason }, getCaller(CALL)).split('\n');
    expect(getNoteLines('low_confidence')[1]).toBe('Customer Happiness: Needs a listen (probably Negative)');
    expect(getNoteLines('words_unreliable').slice(1, 5)).toEqual([
      'Customer Happiness: Needs a listen',
      '',
      'This recording could not be transcribed well enough to judge.',
      '',
    ]);
  });

  it('omits missing parts', () => {
    const unknown = getCaller({ direction: null, customerName: null, fromNumber: null, toNumber: null });
    const empty = { writer: null, summary: '', topic: null, evidence: [], followUp: { needed: false } };
    expect(formatCallNote({ ...ANALYSIS, ...empty }, unknown)).toBe('Call From: Unknown\nCustomer Happiness: Negative');
  });

  it('lists danger and legal flags with quotes, unless the words were deleted', () => {
    const evidence = [{ claim: 'Danger', segment: 2, startMs: 9_000, endMs: 12_000, quote: 'I smell\ngas.' }];
    expect(formatCallNote({ ...ANALYSIS, flags: ['danger', 'legal'], evidence }, getCaller(CALL))).toContain(
      '\nCustomer Happiness: Negative\nDanger: “I smell gas.”\nLegal: mentioned by the customer\n\n',
    );
  });

  it('shows the hour of a quote in a long recording, as the player does', () => {
    const evidence = [
      { claim: 'Negative', segment: 3, startMs: 4_503_000, endMs: 4_505_000, quote: 'I want it back.' },
    ];
    expect(formatCallNote({ ...ANALYSIS, evidence }, getCaller(CALL))).toContain('“I want it back.” (1:15:03)');
  });

  it('names the rule that asks for a callback if there is no instruction', () => {
    const followUp = { needed: true, rule: 'cancel my membership' };
    expect(formatCallNote({ ...ANALYSIS, followUp }, getCaller(CALL))).toMatch(
      /\n\nFollow-up: Your rule “cancel my membership” asks for a callback$/,
    );
  });

  it('quotes what the office promised, unless there is a summary, no room or no reliable words', () => {
    const formatWithPromise = (quote: string, changes: Partial<CallTextSource> = {}): string => {
      const promise = { claim: 'Promise', segment: 6, startMs: 90_000, endMs: 92_000, quote };
      const evidence = [...ANALYSIS.evidence, promise];
      return formatCallNote({ ...ANALYSIS, writer: null, summary: '', evidence, ...changes }, getCaller(CALL));
    };
    expect(formatWithPromise("I'll call you Friday.")).toMatch(
      /\n\nFollow-up: Call Sam Lee back by Friday\. Said on the call: “I'll call you Friday\.”$/,
    );
    for (const note of [
      formatWithPromise("I'll call you Friday.", { writer: 'llm:test', summary: 'Mr. Lee wants his deposit back.' }),
      formatWithPromise("I'll call you Friday.", { reviewReason: 'words_unreliable' }),
      formatWithPromise(`I'll call you ${'very '.repeat(15)}soon.`),
    ])
      expect(note).not.toContain('Said on the call');
  });

  it('says that the number was withheld instead of showing what the carrier sent', () => {
    const getFirstLine = (name: string | null): string | undefined =>
      formatCallNote(ANALYSIS, { name, phone: '+266696687' }).split('\n')[0];
    expect(getFirstLine('Sam Lee')).toBe('Call From: Sam Lee, Caller ID withheld');
    expect(getFirstLine(null)).toBe('Call From: Caller ID withheld');
  });

  it('names whom the company called', () => {
    const outboundCall = { ...CALL, direction: 'outbound' } as const;
    expect(formatCallNote(ANALYSIS, getCaller(outboundCall))).toMatch(/^Call With: Sam Lee, \+15557654321\n/);
  });

  it('contains the called number for an outbound call', () => {
    expect(getCaller({ ...CALL, direction: 'outbound' }).phone).toBe(CALL.toNumber);
    expect(getCaller({ ...CALL, direction: null }).phone).toBe(CALL.fromNumber);
  });
});
