import { applyDecorators } from '@nestjs/common';
import { isISO8601, IsOptional } from 'class-validator';

import { Accepted, Convert } from '../../http/request/rules.decorator';

const DATE = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})?)?$/;
const TIME_WITHOUT_ZONE = /T[^Z+-]*$/;

/** Declares an optional time in the future. An empty string, such as from a form, is treated as missing. */
export function OptionalExpiration(): PropertyDecorator {
  return applyDecorators(
    Convert((value) => (value === '' ? undefined : value)),
    IsOptional(),
    Accepted('isExpiry', isInFuture, 'This must be a date and time in the future, such as 2099-12-31T23:00:00Z.'),
  );
}

/** @param text validated by `OptionalExpiration`; UTC if it has no time zone */
export function parseExpiration(text: string): Date {
  return new Date(TIME_WITHOUT_ZONE.test(text) ? `${text}Z` : text);
}

function isInFuture(value: unknown): boolean {
  return (
    typeof value === 'string' &&
    DATE.test(value) &&
    isISO8601(value, { strict: true }) &&
    parseExpiration(value).getTime() > Date.now()
  );
}
