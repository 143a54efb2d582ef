import { createHmac, timingSafeEqual } from 'node:crypto';

import type { Config } from '@ringwell/platform/config/settings';

/** The only algorithm that is taken, whatever a token says about itself. */
export const SESSION_ALGORITHM = 'HS256';

/** Whom a session's token is for. Other tokens of the same key name another audience, so that none can stand for one. */
export const SESSION_AUDIENCE = 'session';

/** What session cookies, and those of a sign-in under way, are signed with: the newest key signs, and any proves. */
export class SessionKeys {
  /** Signs. */
  readonly newest: Buffer;
  private readonly earlier: readonly Buffer[];

  constructor({ SESSION_KEY, SESSION_KEY_PREVIOUS }: Pick<Config, 'SESSION_KEY' | 'SESSION_KEY_PREVIOUS'>) {
    this.newest = Buffer.from(SESSION_KEY, 'base64');
    this.earlier = SESSION_KEY_PREVIOUS.map((key) => Buffer.from(key, 'base64'));
  }

  /** The key to check a token with: the one that signed it, else the newest, which then refuses it. */
  keyFor(token: string): Buffer {
    return this.earlier.find((key) => isSignedWith(token, key)) ?? this.newest;
  }
}

/** Whether the signature of a JWT is HMAC-SHA256 of what stands before it (RFC 7515, 3.1). Nothing else of the token is judged. */
function isSignedWith(token: string, key: Buffer): boolean {
  const end = token.lastIndexOf('.');
  const signature = Buffer.from(token.slice(end + 1), 'base64url');
  const expected = createHmac('sha256', key)
    .update(token.slice(0, Math.max(end, 0)))
    .digest();
  return signature.length === expected.length && timingSafeEqual(signature, expected);
}
