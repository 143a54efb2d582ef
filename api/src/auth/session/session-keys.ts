import { createHmac, timingSafeEqual } from 'node:crypto';

import type { Config } from '@ringwell/platform/config/environment-settings';

/** The only algorithm accepted, regardless of the token's header. */
export const SESSION_ALGORITHM = 'HS256';

/** Tokens for other purposes use the same keys but different audiences, so they aren't accepted as sessions. */
export const SESSION_AUDIENCE = 'session';

/** The keys for the session and sign-in cookies. The newest key signs, and all keys verify. */
export class SessionKeys {
  readonly newestKey: Buffer;
  private readonly previousKeys: readonly Buffer[];

  constructor({ SESSION_KEY, SESSION_KEY_PREVIOUS }: Pick<Config, 'SESSION_KEY' | 'SESSION_KEY_PREVIOUS'>) {
    this.newestKey = Buffer.from(SESSION_KEY, 'base64');
    this.previousKeys = SESSION_KEY_PREVIOUS.map((key) => Buffer.from(key, 'base64'));
  }

  /** Returns the key that signed the token. If none did, returns the newest key, which then rejects the token. */
  findKey(token: string): Buffer {
    return this.previousKeys.find((key) => isSignedWith(token, key)) ?? this.newestKey;
  }
}

// The signature of a JWT covers everything before its last dot (RFC 7515, section 3.1).
function isSignedWith(token: string, key: Buffer): boolean {
  const end = token.lastIndexOf('.');
  const signature = Buffer.from(token.slice(end + 1), 'base64url');
  const expectedSignature = createHmac('sha256', key)
    .update(token.slice(0, Math.max(end, 0)))
    .digest();
  return signature.length === expectedSignature.length && timingSafeEqual(signature, expectedSignature);
}
