import { applyDecorators } from '@nestjs/common';
import { Transform } from 'class-transformer';
import { isISO8601, IsOptional, ValidateBy } from 'class-validator';

import { instantOf } from './instant.decorator';
import { textOf } from './optional-text.decorator';

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const DATE_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})?$/;
const DAY_MS = 24 * 60 * 60_000;

/** A bound of a span of time that may be left out: a day, or a moment; both in UTC unless a zone is named. */
export function OptionalDayOrInstant(): PropertyDecorator {
  return applyDecorators(
    Transform(({ value }: { value: unknown }) => textOf(value)),
    IsOptional(),
    ValidateBy({
      name: 'isDayOrInstant',
      validator: {
        validate: (value: unknown) =>
          typeof value === 'string' && (DAY.test(value) || DATE_TIME.test(value)) && isISO8601(value, { strict: true }),
        defaultMessage: () =>
          'This must be a date such as 2026-03-31, or a date and time such as 2026-03-31T14:05:00Z.',
      },
    }),
  );
}

/** When the span begins: a day at its midnight. @param text that `OptionalDayOrInstant` let through */
export function beginningOf(text: string): Date {
  return DAY.test(text) ? new Date(text) : instantOf(text);
}

/** When the span is over: a day at the next midnight. @param text that `OptionalDayOrInstant` let through */
export function endOf(text: string): Date {
  return DAY.test(text) ? new Date(Date.parse(text) + DAY_MS) : instantOf(text);
}
