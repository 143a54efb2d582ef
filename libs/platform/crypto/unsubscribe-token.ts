import type { SecretBox } from './secret-box';

export interface MailSubscription {
  accountId: string;
  address: string;
}

// Context of the sealed value: no other sealed value can be used as a token.
const CONTEXT = 'unsubscribe';

/**
 * The token of an unsubscribe link. It does not expire and is not stored; it works as long as its key is `SECRETS_KEY`
 * or listed in `SECRETS_KEY_PREVIOUS`.
 */
export function unsubscribeToken({ accountId, address }: MailSubscription, box: SecretBox): string {
  return box.seal(`${accountId} ${address}`, CONTEXT);
}

export function openUnsubscribeToken(token: string, box: SecretBox): MailSubscription | null {
  try {
    const named = box.open(token, CONTEXT);
    const end = named.indexOf(' ');
    return { accountId: named.slice(0, end), address: named.slice(end + 1) };
  } catch {
    return null; // `open` throws only for invalid tokens
  }
}
