import { applyDecorators } from '@nestjs/common';
import { ApiPropertyOptional, type ApiPropertyOptions } from '@nestjs/swagger';
import { IsIn } from 'class-validator';

import type { Field } from '@ringwell/platform/fields-type';

import { OptionalOrEmpty } from './optional-text.decorator';

/** Declares an optional query parameter with one of these values. An empty value is treated as missing. */
export function OptionalChoice<const V extends string>(
  values: readonly V[],
  schema: ApiPropertyOptions,
  message = `This must be ${values.length > 2 ? `one of ${values.join(', ')}` : values.join(' or ')}.`,
): Field<V | undefined> {
  return applyDecorators(
    ApiPropertyOptional({ type: String, enum: [...values], ...schema }),
    OptionalOrEmpty(),
    IsIn(values, { message }),
  );
}
