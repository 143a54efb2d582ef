import { applyDecorators } from '@nestjs/common';
import { Transform } from 'class-transformer';
import { IsNotEmpty, IsString, Matches, MaxLength, ValidateIf } from 'class-validator';

/** Of a first, last or company name. */
export const MAX_NAME_LENGTH = 100;

const ONE_LINE = /^\P{Cc}*$/u;

/** A name that must be given; blanks around it are dropped. @param missing what to say when it is not given */
export function RequiredName(missing: string): PropertyDecorator {
  return applyDecorators(
    Transform(({ value }: { value: unknown }) => trimmed(value)),
    IsString({ message: missing }),
    IsNotEmpty({ message: missing }),
    ...nameRules(),
  );
}

/** A name that may be left out; an empty one, or null, takes the name away. */
export function ClearableName(): PropertyDecorator {
  return applyDecorators(
    Transform(({ value }: { value: unknown }) => (trimmed(value) === '' ? null : trimmed(value))),
    ValidateIf((_object, value) => value !== undefined && value !== null),
    IsString({ message: 'This must be text.' }),
    ...nameRules(),
  );
}

/** Text without the blanks around it; what is not text is left for the rules to refuse. */
export function trimmed(value: unknown): unknown {
  return typeof value === 'string' ? value.trim() : value;
}

function nameRules(): PropertyDecorator[] {
  return [
    Matches(ONE_LINE, { message: 'This must be one line of text without control characters.' }),
    MaxLength(MAX_NAME_LENGTH, { message: `This is longer than the ${MAX_NAME_LENGTH} characters that are taken.` }),
  ];
}
