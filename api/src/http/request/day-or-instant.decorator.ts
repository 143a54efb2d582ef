import { applyDecorators } from '@nestjs/common';
import { ApiPropertyOptional, type ApiPropertyOptions } from '@nestjs/swagger';
import { isISO8601, IsOptional } from 'class-validator';
import { DateTime } from 'luxon';

import { DAY } from '@ringwell/domain/time';
import type { Field } from '@ringwell/platform/fields-type';

import { DATE_TIME, parseInstant } from './instant.decorator';
import { normalizeText } from './optional-text.decorator';
import { Accepted, Convert } from './rules.decorator';

/** Declares an optional bound of a date range: a date, or a date and time. Times without a time zone are in UTC. */
export function OptionalDayOrInstant(schema: ApiPropertyOptions): Field<string | undefined> {
  return applyDecorators(ApiPropertyOptional({ type: String, ...schema }), IsOptional(), DayOrInstant());
}

/** Like `OptionalDayOrInstant`, but required. */
export function DayOrInstant(): PropertyDecorator {
  return applyDecorators(
    Convert(normalizeText),
    Accepted(
      'isDayOrInstant',
      (value) =>
        typeof value === 'string' && (DAY.test(value) || DATE_TIME.test(value)) && isISO8601(value, { strict: true }),
      'This must be a date such as 2026-03-31, or a date and time such as 2026-03-31T14:05:00Z.',
    ),
  );
}

/** The part of a query that selects entries of a log by their time. */
export class DayRangeQuery {
  @OptionalDayOrInstant({
    description: "Start of the range: an ISO 8601 date in your account's time zone, or a timestamp.",
    example: '2026-03-01',
  })
  from?: string;

  @OptionalDayOrInstant({
    description: 'End of the range: a date (inclusive) or a timestamp (exclusive).',
    example: '2026-03-31',
  })
  to?: string;
}

/** Returns the instant, or the start of the day in the time zone. @param text validated by `DayOrInstant` */
export function parseStart(text: string, timeZone: string): Date {
  return DAY.test(text) ? startOfDay(text, timeZone).toJSDate() : parseInstant(text);
}

/** Returns the instant, or the end of the day in the time zone. @param text validated by `DayOrInstant` */
export function parseEnd(text: string, timeZone: string): Date {
  return DAY.test(text) ? startOfDay(text, timeZone).plus({ days: 1 }).startOf('day').toJSDate() : parseInstant(text);
}

// Returns the first moment of the day, even if daylight saving time skips midnight.
function startOfDay(day: string, zone: string): DateTime {
  return DateTime.fromISO(day, { zone }).startOf('day');
}
