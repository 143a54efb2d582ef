import { createHash } from 'node:crypto';

/** Returns the SHA-256 of a displayed destination, in hex, which identifies it within its account and channel. */
export function destinationHash(destination: string): string {
  return createHash('sha256').update(destination).digest('hex');
}
