import { createHash, randomBytes } from 'node:crypto';

/** Lets people, and secret scanners, see at a glance what a leaked string is. */
const PREFIX = 'rw_';
const RANDOM_BYTES = 32;

/** A new bearer token: `rw_` and 256 random bits in base64url. Shown once; only its hash and last four are stored. */
export function newBearerToken(): string {
  return PREFIX + randomBytes(RANDOM_BYTES).toString('base64url');
}

/** What is stored and looked up: SHA-256 in hex. A slow hash would add nothing, as 256 random bits cannot be guessed. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** The end of a token, by which its owner recognises it in a list. */
export function lastFour(token: string): string {
  return token.slice(-4);
}
