import { applyDecorators } from '@nestjs/common';
import { ApiPropertyOptional, type ApiPropertyOptions } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import {
  IsBoolean,
  IsIn,
  IsInt,
  IsString,
  Matches,
  Max,
  MaxLength,
  Min,
  ValidateBy,
  ValidateIf,
} from 'class-validator';

import { MASK_CHARACTER } from '../secret-mask';

/** A field may be left out, which is something else than null. */
export function IfSent(): PropertyDecorator {
  return ValidateIf((_changes, value: unknown) => value !== undefined);
}

/** A switch. */
export function SwitchChange(example: boolean, description?: string): PropertyDecorator {
  return applyDecorators(
    ApiPropertyOptional({ type: Boolean, example, description }),
    IfSent(),
    IsBoolean({ message: 'This must be true or false.' }),
  );
}

/** A whole number, which text with digits is not. @param description with the unit */
export function NumberChange(
  minimum: number,
  maximum: number,
  example: number,
  description: string,
): PropertyDecorator {
  const range = { message: `This must be from ${minimum.toLocaleString('en')} to ${maximum.toLocaleString('en')}.` };
  return applyDecorators(
    ApiPropertyOptional({ type: 'integer', minimum, maximum, example, description }),
    IfSent(),
    IsInt({ message: 'This must be a whole number.' }),
    Min(minimum, range),
    Max(maximum, range),
  );
}

/** One of a few words. */
export function ChoiceChange(choices: readonly string[], example: string, description: string): PropertyDecorator {
  return applyDecorators(
    ApiPropertyOptional({ enum: choices, example, description }),
    IfSent(),
    IsIn(choices, { message: `This must be one of ${choices.join(', ')}.` }),
  );
}

export interface TextRules {
  maxLength: number;
  /** What it must look like, and the sentence for what does not. */
  shape?: { pattern: RegExp; message: string };
}

/** One line of text; blanks around it are dropped. Null, or nothing, clears it. */
export function TextChange({ maxLength, shape }: TextRules, documentation: ApiPropertyOptions): PropertyDecorator {
  return applyDecorators(
    ApiPropertyOptional({ type: String, nullable: true, maxLength, ...documentation }),
    Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? value.trim() || null : value)),
    ValidateIf((_changes, value: unknown) => value !== undefined && value !== null),
    IsString({ message: 'This must be text.' }),
    MaxLength(maxLength, { message: `This is longer than the ${maxLength} characters that are taken.` }),
    Matches(shape?.pattern ?? /^\P{Cc}*$/u, {
      message: shape?.message ?? 'This must be one line of text without control characters.',
    }),
  );
}

/** Text that nobody reads again. What stands in its place when settings are read is not taken for it. */
export function SecretChange(rules: TextRules, documentation: ApiPropertyOptions): PropertyDecorator {
  return applyDecorators(
    ValidateBy({
      name: 'isNoMask',
      validator: {
        validate: (value: unknown) => typeof value !== 'string' || !value.includes(MASK_CHARACTER),
        defaultMessage: () =>
          'This is the mask of the value that is stored. Enter the whole new value, or leave the field out.',
      },
    }),
    TextChange(rules, { writeOnly: true, ...documentation }),
  );
}
