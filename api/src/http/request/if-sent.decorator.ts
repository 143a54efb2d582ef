import { ValidateIf } from 'class-validator';

/** The field can be omitted. Unlike `IsOptional`, this rejects null. */
export function IfSent(): PropertyDecorator {
  return ValidateIf((_body, value: unknown) => value !== undefined);
}
