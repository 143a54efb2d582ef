import { ValidateIf } from 'class-validator';

/** Allows the field to be omitted. Unlike with `IsOptional`, the other validators also check null. */
export function IfSent(): PropertyDecorator {
  return ValidateIf((_body, value: unknown) => value !== undefined);
}
