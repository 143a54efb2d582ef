import { formatPhone, partyOf } from './call-party';

const CALL = { direction: 'inbound', customerName: 'Dana Reyes', from: '+15550100142', to: '+15550100100' } as const;

describe('the other side of a call', () => {
  it('is who called, or who was called', () => {
    expect(partyOf(CALL)).toEqual({ title: 'Dana Reyes', phone: '+15550100142' });
    expect(partyOf({ ...CALL, direction: 'outbound' }).phone).toBe('+15550100100');
  });

  it('is named by the number, or not at all', () => {
    expect(partyOf({ ...CALL, customerName: null }).title).toBe('(555) 010-0142');
    expect(partyOf({ ...CALL, customerName: null, from: null }).title).toBe('Unknown caller');
  });

  it.each([
    ['+15550100142', '(555) 010-0142'],
    ['5550100142', '(555) 010-0142'],
    ['+442079460958', '+442079460958'],
    ['anonymous', 'anonymous'],
  ])('shows %s as %s', (phone, shown) => {
    expect(formatPhone(phone)).toBe(shown);
  });
});
