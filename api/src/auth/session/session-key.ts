import type { Config } from '@ringwell/platform/config/settings';

/** The only algorithm that is taken, whatever a token says about itself. */
export const SESSION_ALGORITHM = 'HS256';

/** Whom a session's token is for. Other tokens of the same key name another audience, so that none can stand for one. */
export const SESSION_AUDIENCE = 'session';

/** What session cookies, and those of a sign-in under way, are signed with. */
export function sessionKey({ SESSION_KEY }: Pick<Config, 'SESSION_KEY'>): Buffer {
  return Buffer.from(SESSION_KEY, 'base64');
}
