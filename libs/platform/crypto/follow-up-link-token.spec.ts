import { openTakeToken, createTakeToken, type TakeLink } from './follow-up-link-token';
import { SecretBox } from './secret-box';

const makeKey = (byte: number): string => Buffer.alloc(32, byte).toString('base64');
const LINK: TakeLink = {
  deliveryId: '1b9d6bcd-bbfd-4b2d-9b5d-ab8dfbbd4bed',
  followUpId: '7e7a2c1e-6a3f-4d0b-9a60-0b5c3b2d9f10',
  expiresAt: new Date('2026-04-07T14:12:00Z'),
};

describe('take token', () => {
  const box = new SecretBox(makeKey(1));
  const token = createTakeToken(LINK, box);

  it('contains the message, follow-up and expiry, and is URL-safe', () => {
    expect(openTakeToken(token, box)).toEqual(LINK);
    expect(token).toMatch(/^[\w.-]+$/);
  });

  it('stays valid when the key is rotated', () => {
    expect(openTakeToken(token, new SecretBox(makeKey(2), [makeKey(1)]))).toEqual(LINK);
  });

  it.each([
    ['changed', token.replace(/.$/, (last) => (last === 'A' ? 'Q' : 'A'))],
    ['cut short', token.slice(0, -5)],
    ['made with another key', createTakeToken(LINK, new SecretBox(makeKey(3)))],
    ['a sealed value from elsewhere', box.seal('1 a@example.com', 'unsubscribe')],
    ['empty', ''],
  ])('is rejected when it is %s', (_case, forged) => {
    expect(openTakeToken(forged, box)).toBeNull();
  });
});
