import { SecretBox } from './secret-box';
import { openUnsubscribeToken, createUnsubscribeToken } from './unsubscribe-token';

const makeKey = (byte: number): string => Buffer.alloc(32, byte).toString('base64');
const SUBSCRIPTION = { accountId: '1b9d6bcd-bbfd-4b2d-9b5d-ab8dfbbd4bed', address: "zoë o'neill+calls@example.com" };

describe('unsubscribe token', () => {
  const box = new SecretBox(makeKey(1));
  const token = createUnsubscribeToken(SUBSCRIPTION, box);

  it('contains the account and address, encrypted and URL-safe', () => {
    expect(openUnsubscribeToken(token, box)).toEqual(SUBSCRIPTION);
    expect(token).toMatch(/^[\w.-]+$/);
    expect(Buffer.from(token.slice(3), 'base64url').toString('latin1')).not.toContain('example');
  });

  it('stays valid when the key is rotated', () => {
    expect(openUnsubscribeToken(token, new SecretBox(makeKey(2), [makeKey(1)]))).toEqual(SUBSCRIPTION);
  });

  it.each([
    ['changed', token.replace(/.$/, (last) => (last === 'A' ? 'Q' : 'A'))],
    ['cut short', token.slice(0, -5)],
    ['made with another key', createUnsubscribeToken(SUBSCRIPTION, new SecretBox(makeKey(3)))],
    ['a sealed value from elsewhere', box.seal('1 a@example.com', 'account_settings.webhook_url:1')],
    ['empty', ''],
  ])('is rejected when it is %s', (_case, forged) => {
    expect(openUnsubscribeToken(forged, box)).toBeNull();
  });
});
