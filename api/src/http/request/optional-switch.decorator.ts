import { applyDecorators } from '@nestjs/common';
import { ApiPropertyOptional, type ApiPropertyOptions } from '@nestjs/swagger';
import { IsIn, IsOptional } from 'class-validator';

import type { Field } from '@ringwell/platform/fields-type';

import { normalizeText } from './optional-text.decorator';
import { Convert } from './rules.decorator';

/** Declares an optional query parameter that is `true` or `false`. An empty value is treated as missing. */
export function OptionalSwitch(schema: ApiPropertyOptions): Field<boolean | undefined> {
  return applyDecorators(
    ApiPropertyOptional({ type: Boolean, ...schema }),
    Convert((value) => (value === 'true' ? true : value === 'false' ? false : normalizeText(value))),
    IsOptional(),
    IsIn([true, false], { message: 'This must be true or false.' }),
  );
}
