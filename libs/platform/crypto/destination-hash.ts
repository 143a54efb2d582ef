import { createHash } from 'node:crypto';

/** SHA-256 of a destination as people see it, in hex: by it, an account has each place only once on a channel. */
export function destinationHash(destination: string): string {
  return createHash('sha256').update(destination).digest('hex');
}
