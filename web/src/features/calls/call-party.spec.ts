import { getNoteCaller, otherParty } from './call-party';

const CALL = { direction: 'inbound', customerName: 'Dana Reyes', from: '+15550100142', to: '+15550100100' } as const;

describe('otherParty', () => {
  it('returns the caller of an inbound call and the callee of an outbound call', () => {
    expect(otherParty(CALL)).toEqual({ title: 'Dana Reyes', phone: '+15550100142' });
    expect(otherParty({ ...CALL, direction: 'outbound' }).phone).toBe('+15550100100');
  });

  it('falls back to the phone number, then to Unknown customer', () => {
    expect(otherParty({ ...CALL, customerName: null }).title).toBe('(555) 010-0142');
    expect(otherParty({ ...CALL, customerName: null, customer: { name: 'Dana R.' } }).title).toBe('Dana R.');
    const withheldCall = { ...CALL, customerName: null, from: 'anonymous' };
    expect(otherParty(withheldCall)).toEqual({ title: 'Caller ID withheld', phone: null });
    expect(otherParty({ ...CALL, customerName: null, from: null }).title).toBe('Unknown customer');
  });
});

describe('getNoteCaller', () => {
  it('returns the name and the formatted number, and never the number as the name', () => {
    const direction = 'inbound';
    expect(getNoteCaller(CALL)).toEqual({ name: 'Dana Reyes', phone: '(555) 010-0142', direction });
    expect(getNoteCaller({ ...CALL, customerName: null })).toEqual({ name: null, phone: '(555) 010-0142', direction });
    expect(getNoteCaller({ ...CALL, customer: { name: 'Dana R.' } }).name).toBe('Dana R.');
    expect(getNoteCaller({ ...CALL, customerName: null, from: null })).toEqual({
      name: 'Unknown customer',
      phone: null,
      direction,
    });
  });
});
