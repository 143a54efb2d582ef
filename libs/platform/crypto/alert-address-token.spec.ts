import { openAlertAddressToken, createAlertAddressToken, type AlertAddressLink } from './alert-address-token';
import { SecretBox } from './secret-box';

const makeKey = (byte: number): string => Buffer.alloc(32, byte).toString('base64');
const LINK: AlertAddressLink = {
  accountId: '1b9d6bcd-bbfd-4b2d-9b5d-ab8dfbbd4bed',
  address: "o'brien@example.com",
  expiresAt: new Date('2026-04-07T14:12:00Z'),
};

describe('alert address token', () => {
  const box = new SecretBox(makeKey(1));
  const token = createAlertAddressToken(LINK, box);

  it('contains the account, address and expiry, and is URL-safe', () => {
    expect(openAlertAddressToken(token, box)).toEqual(LINK);
    expect(token).toMatch(/^[\w.-]+$/);
  });

  it('stays valid when the key is rotated', () => {
    expect(openAlertAddressToken(token, new SecretBox(makeKey(2), [makeKey(1)]))).toEqual(LINK);
  });

  it.each([
    ['changed', token.replace(/.$/, (last) => (last === 'A' ? 'Q' : 'A'))],
    ['cut short', token.slice(0, -5)],
    ['made with another key', createAlertAddressToken(LINK, new SecretBox(makeKey(3)))],
    ['a sealed value from elsewhere', box.seal('1 a@example.com', 'unsubscribe')],
    ['empty', ''],
  ])('is rejected when it is %s', (_case, forged) => {
    expect(openAlertAddressToken(forged, box)).toBeNull();
  });
});
