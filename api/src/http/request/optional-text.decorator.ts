import { applyDecorators } from '@nestjs/common';
import { ApiPropertyOptional, type ApiPropertyOptions } from '@nestjs/swagger';
import { IsOptional, IsString, Matches, MaxLength } from 'class-validator';

import type { Field } from '@ringwell/platform/fields-type';

import { Convert } from './rules.decorator';

/**
 * An optional line of text, trimmed. Empty text and null are treated as missing. Whole numbers are converted to text,
 * because many senders store IDs as numbers.
 */
export function OptionalText(maxLength: number, schema: ApiPropertyOptions): Field<string | undefined> {
  return applyDecorators(
    ApiPropertyOptional({ type: String, maxLength, ...schema }),
    Convert(toText),
    OptionalOrEmpty(),
    IsLine(),
    MaxLength(maxLength, { message: `Use ${maxLength} characters or fewer.` }),
  );
}

/** Lets a field be missing. Text is trimmed, and empty text and null count as missing, because automations send them. */
export function OptionalOrEmpty(): PropertyDecorator {
  return applyDecorators(
    Convert((value) => normalizeText(value) ?? undefined),
    IsOptional(),
  );
}

/** Text without line breaks or other control characters. */
export function IsLine(): PropertyDecorator {
  return applyDecorators(
    IsString({ message: 'This must be text.' }),
    Matches(/^\P{Cc}*$/u, { message: 'Use a single line of plain text.' }),
  );
}

// These pass other types through, so that validation rejects them.
export function toText(value: unknown): unknown {
  return Number.isSafeInteger(value) ? String(value) : normalizeText(value);
}

export function normalizeText(value: unknown): unknown {
  return typeof value === 'string' ? value.trim() || undefined : value;
}
