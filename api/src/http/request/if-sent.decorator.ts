import { ValidateIf } from 'class-validator';

/** The field may be missing. Unlike `IsOptional`, this does not let null pass. */
export function IfSent(): PropertyDecorator {
  return ValidateIf((_body, value: unknown) => value !== undefined);
}
