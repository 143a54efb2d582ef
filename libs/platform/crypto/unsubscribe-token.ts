import type { SecretBox } from './secret-box';

/** Who gets mails of which account. */
export interface MailSubscription {
  /** The account. */
  userId: string;
  /** The receiver's address. */
  address: string;
}

/** What a token is bound to: no sealed value from elsewhere can stand for one. */
const CONTEXT = 'unsubscribe';

/**
 * What a link to unsubscribe says: readable by us alone, good for ever, and stored nowhere. It opens as long as its key is
 * `SECRETS_KEY` or among `SECRETS_KEY_PREVIOUS`.
 */
export function unsubscribeToken({ userId, address }: MailSubscription, box: SecretBox): string {
  return box.seal(`${userId} ${address}`, CONTEXT);
}

/** What a token names; `null` when it is not one of ours. */
export function subscriptionOf(token: string, box: SecretBox): MailSubscription | null {
  try {
    const named = box.open(token, CONTEXT);
    const end = named.indexOf(' ');
    return { userId: named.slice(0, end), address: named.slice(end + 1) };
  } catch {
    return null; // box.open has one error
  }
}
