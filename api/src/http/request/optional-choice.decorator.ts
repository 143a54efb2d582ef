import { applyDecorators } from '@nestjs/common';
import { ApiPropertyOptional, type ApiPropertyOptions } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsIn, IsOptional } from 'class-validator';

import type { Field } from '@ringwell/platform/fields-type';

import { normalizeText } from './optional-text.decorator';

/** Declares an optional query parameter with one of these values. An empty value is treated as missing. */
export function OptionalChoice<const V extends string>(
  values: readonly V[],
  schema: ApiPropertyOptions,
  message = `This must be ${values.length > 2 ? `one of ${values.join(', ')}` : values.join(' or ')}.`,
): Field<V | undefined> {
  return applyDecorators(
    ApiPropertyOptional({ type: String, enum: [...values], ...schema }),
    Transform(({ value }: { value: unknown }) => normalizeText(value)),
    IsOptional(),
    IsIn(values, { message }),
  );
}
