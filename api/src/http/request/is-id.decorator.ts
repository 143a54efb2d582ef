import { applyDecorators } from '@nestjs/common';
import { ApiPropertyOptional, type ApiPropertyOptions } from '@nestjs/swagger';
import { IsUUID } from 'class-validator';

import type { Field } from '@ringwell/platform/fields-type';

import { OptionalOrEmpty } from './optional-text.decorator';
import { Convert } from './rules.decorator';

/** Declares a UUID in a body or query, converted to lowercase as in PostgreSQL, so ids can be compared as text. */
export function IsId(message: string): PropertyDecorator {
  return applyDecorators(Convert(lowerCaseId), IsUUID(undefined, { message }));
}

/** Declares an optional UUID in a query. An empty value is treated as missing. */
export function OptionalId(message: string, schema: ApiPropertyOptions): Field<string | undefined> {
  return applyDecorators(
    ApiPropertyOptional({ type: String, format: 'uuid', ...schema }),
    OptionalOrEmpty(),
    IsId(message),
  );
}

export function lowerCaseId(value: unknown): unknown {
  return typeof value === 'string' ? value.toLowerCase() : value;
}
