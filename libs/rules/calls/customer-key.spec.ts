import { getCustomerKey, listPartyKeys } from './customer-key';

const makeCall = (fields: Partial<Parameters<typeof getCustomerKey>[0]>): Parameters<typeof getCustomerKey>[0] => ({
  direction: 'inbound',
  customerName: null,
  customerId: null,
  fromNumber: null,
  toNumber: null,
  ...fields,
});

it.each([
  ['+15551234567', 'tel:+15551234567'],
  ['(555) 123-4567', 'tel:+15551234567'],
  ['1-555-123-4567', 'tel:+15551234567'],
  ['sip:+15551234567@pbx.example', 'tel:+15551234567'],
  ['+44 20 7946 0958', 'tel:+442079460958'],
  ['555-0142', 'tel:5550142'],
  ['anonymous', null],
  ['sip:anonymous@10.20.30.40', null],
  ['+7378742883', null],
  ['+86282452253', null],
  ['+266696687', null],
  ['0000000000', null],
  ['+10000000000', null],
  ['101', null],
  ['', null],
])('identifies a caller with the number %s as %s', (fromNumber, key) => {
  expect(getCustomerKey(makeCall({ fromNumber }))).toBe(key);
});

it('uses the called number for an outbound call', () => {
  const numbers = { fromNumber: '+15550000001', toNumber: '555 123 4567' };
  expect(getCustomerKey(makeCall({ direction: 'outbound', ...numbers }))).toBe('tel:+15551234567');
});

it("falls back to the sender's customer id", () => {
  expect(getCustomerKey(makeCall({ fromNumber: 'Restricted', customerId: ' 4711 ' }))).toBe('id:4711');
  expect(getCustomerKey(makeCall({ fromNumber: '5551234567', customerId: '4711' }))).toBe('tel:+15551234567');
});

it('does not guess which of two numbers is the customer', () => {
  const numbers = { fromNumber: '+15550000001', toNumber: '+15551234567' };
  expect(getCustomerKey(makeCall({ direction: null, ...numbers }))).toBeNull();
  expect(getCustomerKey(makeCall({ direction: null, ...numbers, customerId: '4711' }))).toBe('id:4711');
  expect(getCustomerKey(makeCall({ direction: null, fromNumber: '+15551234567' }))).toBe('tel:+15551234567');
  expect(getCustomerKey(makeCall({ direction: null, toNumber: '+15551234567' }))).toBe('tel:+15551234567');
});

it.each([
  ['sip:+15551234567@203.0.113.7', ['tel:+15551234567']],
  ['(555) 123-4567 x12', ['tel:+15551234567']],
  ['+445551234567', ['tel:+445551234567']],
  ['anonymous', []],
])('finds the keys for %s, regardless of the direction', (number, keys) => {
  const parties = { fromNumber: '+15550001111', toNumber: number, customerId: ' 4711 ' };
  expect(listPartyKeys(parties)).toEqual(['tel:+15550001111', ...keys, 'id:4711']);
  expect(listPartyKeys({ fromNumber: number, toNumber: number, customerId: null })).toEqual(keys);
});
