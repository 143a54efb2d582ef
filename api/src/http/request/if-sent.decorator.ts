import { ValidateIf } from 'class-validator';

/** The field may be missing. Unlike `IsOptional`, this rejects null. */
export function IfSent(): PropertyDecorator {
  return ValidateIf((_body, value: unknown) => value !== undefined);
}
