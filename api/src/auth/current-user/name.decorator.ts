import { applyDecorators } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional, type ApiPropertyOptions } from '@nestjs/swagger';
import { IsNotEmpty, IsOptional, IsString, Matches, MaxLength } from 'class-validator';

import { Convert } from '../../http/request/rules.decorator';
import { Trim, trimText } from '../../http/request/trim.decorator';

export const MAX_NAME_LENGTH = 100;

const ONE_LINE = /^\P{Cc}*$/u;

/** Declares a required name. Surrounding whitespace is removed. */
export function RequiredName(missingMessage: string, propertyOptions: ApiPropertyOptions = {}): PropertyDecorator {
  return applyDecorators(
    ApiProperty({ maxLength: MAX_NAME_LENGTH, ...propertyOptions }),
    Trim(),
    IsString({ message: missingMessage }),
    IsNotEmpty({ message: missingMessage }),
    ...nameRules(),
  );
}

/** Declares an optional name. Empty text and null clear it. */
export function ClearableName(example: string): PropertyDecorator {
  const description = 'Null or empty clears it.';
  return applyDecorators(
    ApiPropertyOptional({ type: String, nullable: true, maxLength: MAX_NAME_LENGTH, description, example }),
    Convert((value) => (trimText(value) === '' ? null : trimText(value))),
    IsOptional(),
    IsString({ message: 'This must be text.' }),
    ...nameRules(),
  );
}

function nameRules(): PropertyDecorator[] {
  return [
    Matches(ONE_LINE, { message: 'Use a single line of plain text.' }),
    MaxLength(MAX_NAME_LENGTH, { message: `Use ${MAX_NAME_LENGTH} characters or fewer.` }),
  ];
}
