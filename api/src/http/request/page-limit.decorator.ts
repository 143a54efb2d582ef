import { applyDecorators } from '@nestjs/common';
import { ApiPropertyOptional } from '@nestjs/swagger';
import { ValidateBy } from 'class-validator';

import type { Field } from '@ringwell/platform/fields-type';

import { OptionalText } from './optional-text.decorator';
import { Convert, WholeNumber } from './rules.decorator';

export const DEFAULT_PAGE_LIMIT = 25;
const MAX_LIMIT = 100;
const MESSAGE = `This must be a whole number from 1 to ${MAX_LIMIT}.`;

/** Declares the maximum number of entries per page. Initialize the property with the default. */
export function PageLimit(description: string, defaultLimit = DEFAULT_PAGE_LIMIT): PropertyDecorator {
  return applyDecorators(
    ApiPropertyOptional({
      description,
      type: 'integer',
      minimum: 1,
      maximum: MAX_LIMIT,
      default: defaultLimit,
      example: defaultLimit,
    }),
    Convert((value) => (typeof value === 'string' ? Number(value) : value)),
    WholeNumber(1, MAX_LIMIT, MESSAGE),
  );
}

/** Declares the cursor at which a page starts. @param isValid whether the cursor belongs to the queried list */
export function PageCursor(
  example: string,
  isValid: (cursor: string, query: object) => boolean,
  { maxLength = 200, sortHint = '' } = {},
): Field<string | undefined> {
  return applyDecorators(
    OptionalText(maxLength, { description: 'The nextCursor of the previous page.', example }),
    ValidateBy({
      name: 'isCursor',
      validator: {
        validate: (value: unknown, validated) => typeof value === 'string' && isValid(value, validated!.object),
        defaultMessage: () =>
          `This is not a valid cursor. Use the nextCursor of an earlier page${sortHint}, or omit it for the first page.`,
      },
    }),
  );
}
