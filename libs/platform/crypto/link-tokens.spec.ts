import { createAlertAddressToken, openAlertAddressToken } from './alert-address-token';
import { createTakeToken, openTakeToken } from './follow-up-link-token';
import { SecretBox } from './secret-box';
import { createUnsubscribeToken, openUnsubscribeToken } from './unsubscribe-token';

interface LinkToken<Link> {
  link: Link;
  create: (link: Link, box: SecretBox) => string;
  open: (token: string, box: SecretBox) => Link | null;
  /** The context of a sealed value that isn't a token of this kind. */
  otherContext: string;
}

const makeKey = (byte: number): string => Buffer.alloc(32, byte).toString('base64');
const accountId = '1b9d6bcd-bbfd-4b2d-9b5d-ab8dfbbd4bed';
const expiresAt = new Date('2026-04-07T14:12:00Z');

describeLinkToken('an alert address', {
  link: { accountId, address: "o'brien@example.com", expiresAt },
  create: createAlertAddressToken,
  open: openAlertAddressToken,
  otherContext: 'unsubscribe',
});
describeLinkToken('a follow-up link', {
  link: { deliveryId: accountId, followUpId: '7e7a2c1e-6a3f-4d0b-9a60-0b5c3b2d9f10', expiresAt },
  create: createTakeToken,
  open: openTakeToken,
  otherContext: 'unsubscribe',
});
describeLinkToken('an unsubscribe link', {
  link: { accountId, address: "zoë o'neill+calls@example.com" },
  create: createUnsubscribeToken,
  open: openUnsubscribeToken,
  otherContext: 'account_settings.webhook_url:1',
});

function describeLinkToken<Link>(name: string, { link, create, open, otherContext }: LinkToken<Link>): void {
  describe(`the token for ${name}`, () => {
    const box = new SecretBox(makeKey(1));
    const token = create(link, box);

    it('contains the link, encrypted and URL-safe', () => {
      expect(open(token, box)).toEqual(link);
      expect(token).toMatch(/^[\w.-]+$/);
      expect(Buffer.from(token.slice(3), 'base64url').toString('latin1')).not.toMatch(/example|1b9d6bcd/);
    });

    it('stays valid when the key is rotated', () => {
      expect(open(token, new SecretBox(makeKey(2), [makeKey(1)]))).toEqual(link);
    });

    it.each([
      ['changed', token.replace(/.$/, (last) => (last === 'A' ? 'Q' : 'A'))],
      ['cut short', token.slice(0, -5)],
      ['made with another key', create(link, new SecretBox(makeKey(3)))],
      ['a sealed value from elsewhere', box.seal('1 a@example.com', otherContext)],
      ['empty', ''],
    ])('is rejected when it is %s', (_case, forged) => {
      expect(open(forged, box)).toBeNull();
    });
  });
}
