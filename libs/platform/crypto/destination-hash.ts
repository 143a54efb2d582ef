import { createHash } from 'node:crypto';

/** Returns the SHA-256 of a displayed destination, in hex. It's unique within an account and channel. */
export function destinationHash(destination: string): string {
  return createHash('sha256').update(destination).digest('hex');
}
