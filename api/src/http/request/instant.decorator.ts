import { applyDecorators } from '@nestjs/common';
import { ApiPropertyOptional, type ApiPropertyOptions } from '@nestjs/swagger';
import { isISO8601 } from 'class-validator';

import type { Field } from '@ringwell/platform/fields-type';

import { OptionalOrEmpty } from './optional-text.decorator';
import { Accepted } from './rules.decorator';

const EARLIEST_MS = Date.UTC(2000, 0, 1);
// Allows for senders with the wrong clock or time zone.
const MAX_CLOCK_SKEW_MS = 24 * 60 * 60_000;

export const DATE_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})?$/;
const ZONE_SUFFIX = /(Z|[+-]\d{2}:?\d{2})$/;

/** Declares an optional date and time in ISO 8601. UTC unless a time zone is given. Null is treated as missing. */
export function OptionalInstant(schema: ApiPropertyOptions): Field<string | undefined> {
  return applyDecorators(
    ApiPropertyOptional({ type: String, format: 'date-time', ...schema }),
    OptionalOrEmpty(),
    IsPlausibleInstant(),
  );
}

export function IsPlausibleInstant(): PropertyDecorator {
  return Accepted(
    'isPlausibleInstant',
    isPlausible,
    'This must be a date and time such as 2026-03-31T14:05:00Z, not before 2000 and not in the future.',
  );
}

/** @param text validated by `IsPlausibleInstant` */
export function parseInstant(text: string): Date {
  return new Date(ZONE_SUFFIX.test(text) ? text : `${text}Z`);
}

function isPlausible(value: unknown): boolean {
  if (typeof value !== 'string' || !DATE_TIME.test(value) || !isISO8601(value, { strict: true })) return false;
  const time = parseInstant(value).getTime();
  return time >= EARLIEST_MS && time <= Date.now() + MAX_CLOCK_SKEW_MS;
}
