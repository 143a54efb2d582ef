import type { IncomingMessage } from 'node:http';

import { AppError } from '@ringwell/domain/app-error';

const VISIBLE_ASCII = /^[\x21-\x7e]{1,255}$/;

/**
 * The key under which a client may safely send the same request again.
 * @throws AppError `IDEMPOTENCY_KEY_INVALID`
 */
export function idempotencyKeyOf({ headers }: Pick<IncomingMessage, 'headers'>): string | undefined {
  const key = headers['idempotency-key'];
  if (key === undefined || (typeof key === 'string' && VISIBLE_ASCII.test(key))) return key;
  throw new AppError({
    kind: 'invalid',
    code: 'IDEMPOTENCY_KEY_INVALID',
    message: 'The Idempotency-Key header must have 1 to 255 visible ASCII characters and no blanks, for example a UUID.',
  });
}

/** The key was used before, for something else. @param thing what the key names: a call, a usage record */
export function idempotencyKeyReused(thing: string): AppError {
  return new AppError({
    kind: 'unprocessable',
    code: 'IDEMPOTENCY_KEY_REUSED',
    message: `This Idempotency-Key was used for another ${thing}. Use a new key for each ${thing}, and the old one only to send the same ${thing} again.`,
  });
}
