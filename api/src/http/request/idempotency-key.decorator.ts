import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';

import { AppError } from '@ringwell/domain/app-error';

const VISIBLE_ASCII = /^[\x21-\x7e]{1,255}$/;

/**
 * The value of the `Idempotency-Key` header, under which a client may safely repeat a request; `undefined` without one.
 * @throws AppError `IDEMPOTENCY_KEY_INVALID`
 */
export const IdempotencyKey = createParamDecorator((_data: unknown, context: ExecutionContext): string | undefined => {
  const key = context.switchToHttp().getRequest<Request>().headers['idempotency-key'];
  if (key === undefined || (typeof key === 'string' && VISIBLE_ASCII.test(key))) return key;
  throw new AppError({
    kind: 'invalid',
    code: 'IDEMPOTENCY_KEY_INVALID',
    message:
      'The Idempotency-Key header must have 1 to 255 visible ASCII characters and no blanks, for example a UUID.',
  });
});

/** The key was used before with other content. @param thing what the key names: a call, a usage record */
export function idempotencyKeyReused(thing: string): AppError {
  return new AppError({
    kind: 'unprocessable',
    code: 'IDEMPOTENCY_KEY_REUSED',
    message: `This Idempotency-Key was used for another ${thing}. Use a new key for each ${thing}, and the old one only to send the same ${thing} again.`,
  });
}
