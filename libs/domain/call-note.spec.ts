import { formatCallNote, getCaller } from './call-note';

const ANALYSIS = {
  sentiment: 'negative',
  needsReview: false,
  reviewReason: null,
  summary: 'Mr Lee asks for his deposit back.',
  keyPoints: ['Third delay.', 'Deposit of $400.'],
  followUp: { needed: true, what: 'Call back by Friday.' },
} as const;
const CALL = {
  direction: 'inbound',
  customerName: 'Sam Lee',
  fromNumber: '+15551234567',
  toNumber: '+15557654321',
} as const;

describe('formatCallNote', () => {
  it('contains the caller, label, summary, key points and follow-up', () => {
    expect(formatCallNote({ ...ANALYSIS, keyPoints: [...ANALYSIS.keyPoints] }, getCaller(CALL))).toBe(
      [
        'Call From: Sam Lee, +15551234567',
        'Customer Happiness: Negative',
        '',
        'Mr Lee asks for his deposit back.',
        '',
        'Key Points:',
        '- Third delay.',
        '- Deposit of $400.',
        '',
        'Follow-up: Call back by Friday.',
      ].join('\n'),
    );
  });

  it('calls a guess a guess, and makes none when the words are unreliable', () => {
    const labelOf = (review: { needsReview: true; reviewReason: 'low_confidence' | 'words_unreliable' }) =>
      formatCallNote({ ...ANALYSIS, keyPoints: [], ...review }, getCaller(CALL)).split('\n')[1];
    expect(labelOf({ needsReview: true, reviewReason: 'low_confidence' })).toBe(
      'Customer Happiness: Needs a listen (probably Negative)',
    );
    expect(labelOf({ needsReview: true, reviewReason: 'words_unreliable' })).toBe('Customer Happiness: Needs a listen');
  });

  it('omits missing parts', () => {
    const unknown = getCaller({ direction: null, customerName: null, fromNumber: null, toNumber: null });
    expect(formatCallNote({ ...ANALYSIS, keyPoints: [], followUp: { needed: false } }, unknown)).toBe(
      'Call From: Unknown\nCustomer Happiness: Negative\n\nMr Lee asks for his deposit back.',
    );
  });

  it('names the called number for an outbound call', () => {
    expect(getCaller({ ...CALL, direction: 'outbound' }).phone).toBe(CALL.toNumber);
    expect(getCaller({ ...CALL, direction: null }).phone).toBe(CALL.fromNumber);
  });
});
