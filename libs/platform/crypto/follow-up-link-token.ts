import type { SecretBox } from './secret-box';

/** Contents of a link in a message that lets someone take a follow-up without signing in. */
export interface TakeLink {
  deliveryId: string;
  followUpId: string;
  expiresAt: Date;
}

/** How long the link works after the message is sent. */
export const TAKE_LINK_DAYS = 7;

// Prevents other sealed values from being used as tokens.
const CONTEXT = 'follow-up-link';

export function createTakeToken({ deliveryId, followUpId, expiresAt }: TakeLink, box: SecretBox): string {
  return box.seal(`${deliveryId} ${followUpId} ${expiresAt.toISOString()}`, CONTEXT);
}

/** @returns null if the token is invalid. The returned link may have expired. */
export function openTakeToken(token: string, box: SecretBox): TakeLink | null {
  try {
    const [deliveryId = '', followUpId = '', expiresAt = ''] = box.open(token, CONTEXT).split(' ');
    return { deliveryId, followUpId, expiresAt: new Date(expiresAt) };
  } catch {
    return null; // `open` throws only for invalid tokens
  }
}
