import { applyDecorators } from '@nestjs/common';
import { Transform } from 'class-transformer';
import { IsInt, Max, Min, ValidateBy, type ValidationOptions } from 'class-validator';

/** Converts a field's value before it's validated. */
export function Convert(convert: (value: unknown) => unknown): PropertyDecorator {
  return Transform(({ value }: { value: unknown }) => convert(value));
}

/** Rejects values that aren't accepted. @param name differs between a field's rules */
export function Accepted(
  name: string,
  accepts: (value: unknown) => boolean,
  message: string,
  options?: Pick<ValidationOptions, 'each'>,
): PropertyDecorator {
  return ValidateBy({ name, validator: { validate: accepts, defaultMessage: () => message } }, options);
}

export function WholeNumber(min: number, max: number, message: string): PropertyDecorator {
  return applyDecorators(IsInt({ message }), Min(min, { message }), Max(max, { message }));
}
