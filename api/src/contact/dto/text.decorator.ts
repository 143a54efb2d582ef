import { applyDecorators } from '@nestjs/common';
import { IsNotEmpty, IsOptional, IsString, Matches, MaxLength } from 'class-validator';

import { Convert } from '../../http/request/rules.decorator';

// No line breaks: these values end up in email headers, where a line break would start another header.
const ONE_LINE = /^[^\p{Cc}\p{Zl}\p{Zp}]*$/u;
const TEXT = /^[^\p{Cc}]*(?:[\n\t][^\p{Cc}]*)*$/u;

export function RequiredLine(maxLength: number, missingMessage: string): PropertyDecorator {
  return applyDecorators(
    Trimmed(),
    IsString({ message: missingMessage }),
    IsNotEmpty({ message: missingMessage }),
    ...lineRules(maxLength),
  );
}

export function OptionalLine(maxLength: number): PropertyDecorator {
  return applyDecorators(Trimmed(), IsOptional(), IsString({ message: 'This must be text.' }), ...lineRules(maxLength));
}

export function RequiredText(maxLength: number, missingMessage: string): PropertyDecorator {
  return applyDecorators(
    Trimmed(),
    IsString({ message: missingMessage }),
    IsNotEmpty({ message: missingMessage }),
    MaxLength(maxLength, { message: tooLongMessage(maxLength) }),
    Matches(TEXT, { message: 'Use plain text.' }),
  );
}

/** Removes surrounding whitespace and normalizes line breaks. */
export function Trimmed(): PropertyDecorator {
  return Convert((value) => (typeof value === 'string' ? value.replace(/\r\n?/g, '\n').trim() : value));
}

function lineRules(maxLength: number): PropertyDecorator[] {
  return [
    MaxLength(maxLength, { message: tooLongMessage(maxLength) }),
    Matches(ONE_LINE, { message: 'Use a single line of plain text.' }),
  ];
}

function tooLongMessage(maxLength: number): string {
  return `Use ${maxLength} characters or fewer.`;
}
