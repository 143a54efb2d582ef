import { formatCallNote, getCaller } from './call-note';

const ANALYSIS = {
  sentiment: 'negative',
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

describe('the note of a call', () => {
  it('says who called, how happy they are, what it was about and what is to be done', () => {
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

  it('leaves out what there is not', () => {
    const unknown = getCaller({ direction: null, customerName: null, fromNumber: null, toNumber: null });
    expect(formatCallNote({ ...ANALYSIS, keyPoints: [], followUp: { needed: false } }, unknown)).toBe(
      'Call From: Unknown\nCustomer Happiness: Negative\n\nMr Lee asks for his deposit back.',
    );
  });

  it('names the number that was called when the company called', () => {
    expect(getCaller({ ...CALL, direction: 'outbound' }).phone).toBe(CALL.toNumber);
    expect(getCaller({ ...CALL, direction: null }).phone).toBe(CALL.fromNumber);
  });
});
