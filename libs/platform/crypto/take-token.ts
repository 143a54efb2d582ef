import type { SecretBox } from './secret-box';

/** A link in a message that takes a follow-up without signing in. */
export interface TakeLink {
  deliveryId: string;
  followUpId: string;
  expiresAt: Date;
}

/** How long the link works after its message was sent. */
export const TAKE_LINK_DAYS = 7;

// Context of the sealed value: no other sealed value can be used as a token.
const CONTEXT = 'follow-up-link';

export function takeToken({ deliveryId, followUpId, expiresAt }: TakeLink, box: SecretBox): string {
  return box.seal(`${deliveryId} ${followUpId} ${expiresAt.toISOString()}`, CONTEXT);
}

/** @returns null for an altered token or another text. The returned link may have expired. */
export function openTakeToken(token: string, box: SecretBox): TakeLink | null {
  try {
    const [deliveryId = '', followUpId = '', expiresAt = ''] = box.open(token, CONTEXT).split(' ');
    return { deliveryId, followUpId, expiresAt: new Date(expiresAt) };
  } catch {
    return null; // `open` throws only for invalid tokens
  }
}
