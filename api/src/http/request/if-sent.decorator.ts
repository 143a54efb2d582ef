import { ValidateIf } from 'class-validator';

/** Lets the field be omitted. Unlike with `IsOptional`, null is still validated. */
export function IfSent(): PropertyDecorator {
  return ValidateIf((_body, value: unknown) => value !== undefined);
}
