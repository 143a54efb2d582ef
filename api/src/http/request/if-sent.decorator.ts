import { ValidateIf } from 'class-validator';

/** Allows the field to be omitted. Unlike `IsOptional`, this rejects null. */
export function IfSent(): PropertyDecorator {
  return ValidateIf((_body, value: unknown) => value !== undefined);
}
