import { applyDecorators } from '@nestjs/common';
import { Transform } from 'class-transformer';
import { IsNotEmpty, IsOptional, IsString, Matches, MaxLength } from 'class-validator';

/** One line: what is typed here may end up in the head of a mail, where a line break would begin another header. */
const ONE_LINE = /^[^\p{Cc}\p{Zl}\p{Zp}]*$/u;
/** Lines and tabs, but no other control characters. */
const TEXT = /^[^\p{Cc}]*(?:[\n\t][^\p{Cc}]*)*$/u;

/** One line that must be given. @param missing what to say when it is not */
export function RequiredLine(maxLength: number, missing: string): PropertyDecorator {
  return applyDecorators(
    Trimmed(),
    IsString({ message: missing }),
    IsNotEmpty({ message: missing }),
    ...lineRules(maxLength),
  );
}

/** One line that may be left out or empty. */
export function OptionalLine(maxLength: number): PropertyDecorator {
  return applyDecorators(Trimmed(), IsOptional(), IsString({ message: 'This must be text.' }), ...lineRules(maxLength));
}

/** Text of several lines that must be given. @param missing what to say when it is not */
export function RequiredText(maxLength: number, missing: string): PropertyDecorator {
  return applyDecorators(
    Trimmed(),
    IsString({ message: missing }),
    IsNotEmpty({ message: missing }),
    MaxLength(maxLength, { message: tooLong(maxLength) }),
    Matches(TEXT, { message: 'This must be plain text without control characters.' }),
  );
}

/** Blanks around a text are dropped, and every kind of line break becomes the same one. */
export function Trimmed(): PropertyDecorator {
  return Transform(({ value }: { value: unknown }) =>
    typeof value === 'string' ? value.replace(/\r\n?/g, '\n').trim() : value,
  );
}

function lineRules(maxLength: number): PropertyDecorator[] {
  return [
    MaxLength(maxLength, { message: tooLong(maxLength) }),
    Matches(ONE_LINE, { message: 'This must be one line of text without control characters.' }),
  ];
}

function tooLong(maxLength: number): string {
  return `This is longer than the ${maxLength} characters that are taken.`;
}
