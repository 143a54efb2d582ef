import { applyDecorators } from '@nestjs/common';
import { Transform } from 'class-transformer';
import { isISO8601, IsOptional, ValidateBy } from 'class-validator';

const DATE = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})?)?$/;
const TIME_WITHOUT_ZONE = /T[^Z+-]*$/;

/** A moment to come that may be left out; empty text counts as left out, as forms send it. */
export function OptionalExpiry(): PropertyDecorator {
  return applyDecorators(
    Transform(({ value }: { value: unknown }) => (value === '' ? undefined : value)),
    IsOptional(),
    ValidateBy({
      name: 'isExpiry',
      validator: {
        validate: (value: unknown) => isToCome(value),
        defaultMessage: () => 'This must be a date and time in the future, such as 2099-12-31T23:00:00Z.',
      },
    }),
  );
}

/** @param text that `OptionalExpiry` let through; without a zone it is UTC */
export function expiryOf(text: string): Date {
  return new Date(TIME_WITHOUT_ZONE.test(text) ? `${text}Z` : text);
}

function isToCome(value: unknown): boolean {
  return (
    typeof value === 'string' &&
    DATE.test(value) &&
    isISO8601(value, { strict: true }) &&
    expiryOf(value).getTime() > Date.now()
  );
}
