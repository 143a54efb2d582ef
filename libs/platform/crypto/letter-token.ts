import type { SecretBox } from './secret-box';

/** A member who gets an account's weekly letter. */
export interface LetterSubscription {
  accountId: string;
  userId: string;
}

// Context of the sealed value: no other sealed value can be used as a token.
const CONTEXT = 'weekly-letter';

/** The token of the unsubscribe link in a weekly letter. Like `unsubscribeToken`, it does not expire. */
export function letterToken({ accountId, userId }: LetterSubscription, box: SecretBox): string {
  return box.seal(`${accountId} ${userId}`, CONTEXT);
}

export function openLetterToken(token: string, box: SecretBox): LetterSubscription | null {
  try {
    const [accountId = '', userId = ''] = box.open(token, CONTEXT).split(' ');
    return { accountId, userId };
  } catch {
    return null; // `open` throws only for invalid tokens
  }
}
