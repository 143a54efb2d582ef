import { hash, randomBytes } from 'node:crypto';

/** Lets people, secret scanners and routes recognize a token. */
export const TOKEN_PREFIX = 'rw_';
const RANDOM_BYTES = 32;

/**
 * Generates a bearer token: `rw_` and 256 random bits in base64url. Shown once; only its hash and last four characters
 * are stored.
 */
export function generateBearerToken(): string {
  return TOKEN_PREFIX + randomBytes(RANDOM_BYTES).toString('base64url');
}

/** Generates a token for an emailed link: 256 random bits in base64url. Only its hash is stored. */
export function generateLinkToken(): string {
  return randomBytes(RANDOM_BYTES).toString('base64url');
}

/** Returns the SHA-256 in hex, for storage and lookup. A slow hash adds nothing to 256 random bits. */
export function hashToken(token: string): string {
  return hash('sha256', token);
}

export function getLastFour(token: string): string {
  return token.slice(-4);
}
