import { createHash } from 'node:crypto';

/** Returns the SHA-256 of the displayed destination, in hex; unique per account and channel. */
export function destinationHash(destination: string): string {
  return createHash('sha256').update(destination).digest('hex');
}
