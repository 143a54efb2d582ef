import { applyDecorators } from '@nestjs/common';
import { Transform } from 'class-transformer';
import { IsOptional, IsString, Matches, MaxLength } from 'class-validator';

/**
 * A field of text that may be left out. An empty one counts as left out, blanks around it are dropped, and a whole number is
 * taken as its digits, since many senders keep ids as numbers. Control characters are refused.
 */
export function OptionalText(maxLength: number): PropertyDecorator {
  return applyDecorators(
    Transform(({ value }: { value: unknown }) => textOf(value)),
    IsOptional(),
    IsString({ message: 'This must be text.' }),
    Matches(/^\P{Cc}*$/u, { message: 'This must be one line of text without control characters.' }),
    MaxLength(maxLength, { message: `This is longer than the ${maxLength} characters that are taken.` }),
  );
}

/** Text as it is meant; what is not text is left for the rules to refuse. */
export function textOf(value: unknown): unknown {
  if (typeof value === 'string') return value.trim() || undefined;
  return Number.isSafeInteger(value) ? String(value) : value;
}
