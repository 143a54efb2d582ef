import type { SecretBox } from './secret-box';

/** A member who receives an account's weekly letter. */
export interface LetterSubscription {
  accountId: string;
  userId: string;
}

// Prevents other sealed values from being used as tokens.
const CONTEXT = 'weekly-letter';

/** Creates the token for the unsubscribe link in a weekly letter. Like `createUnsubscribeToken`, it doesn't expire. */
export function createLetterToken({ accountId, userId }: LetterSubscription, box: SecretBox): string {
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
