import type { SecretBox } from './secret-box';

export interface MailSubscription {
  accountId: string;
  address: string;
}

// Prevents other sealed values from being used as tokens.
const CONTEXT = 'unsubscribe';

/**
 * Creates the token for an unsubscribe link. It doesn't expire and isn't stored; it works as long as its key is
 * `SECRETS_KEY` or listed in `SECRETS_KEY_PREVIOUS`.
 */
export function createUnsubscribeToken({ accountId, address }: MailSubscription, box: SecretBox): string {
  return box.seal(`${accountId} ${address}`, CONTEXT);
}

export function openUnsubscribeToken(token: string, box: SecretBox): MailSubscription | null {
  try {
    const payload = box.open(token, CONTEXT);
    const end = payload.indexOf(' ');
    return { accountId: payload.slice(0, end), address: payload.slice(end + 1) };
  } catch {
    return null; // `open` throws only for invalid tokens
  }
}
