import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';

import { invalid, unprocessable, type AppError } from '@ringwell/domain/errors/app-error';

const VISIBLE_ASCII = /^[\x21-\x7e]{1,255}$/;

/**
 * The `Idempotency-Key` header, if any, which makes requests safe to retry.
 * @throws AppError `IDEMPOTENCY_KEY_INVALID`
 */
export const IdempotencyKey = createParamDecorator((_data: unknown, context: ExecutionContext): string | undefined => {
  const key = context.switchToHttp().getRequest<Request>().headers['idempotency-key'];
  if (key === undefined || (typeof key === 'string' && VISIBLE_ASCII.test(key))) return key;
  throw invalid(
    'IDEMPOTENCY_KEY_INVALID',
    'The Idempotency-Key header must be 1 to 255 visible ASCII characters with no spaces, for example a UUID.',
  );
});

/**
 * Returns the error for a key that was already used with different content.
 * @param subject what the key identifies, such as "call"
 */
export function idempotencyKeyReused(subject: string): AppError {
  return unprocessable(
    'IDEMPOTENCY_KEY_REUSED',
    `This Idempotency-Key was already used for a different ${subject}. Use a new key for each ${subject}, ` +
      `and repeat a key only to send the same ${subject} again.`,
  );
}
