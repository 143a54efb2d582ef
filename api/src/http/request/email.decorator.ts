import { applyDecorators } from '@nestjs/common';
import { Transform } from 'class-transformer';
import { ValidateBy } from 'class-validator';

import { isEmailAddress, normalizeEmail } from '@ringwell/domain/text/email-address';

/** Declares an email address, normalized for comparison. */
export function Email(message: string): PropertyDecorator {
  return applyDecorators(
    Transform(({ value }: { value: unknown }) => normalizeEmailValue(value)),
    IsEmailAddress({ message }),
  );
}

/** @param options.each whether to validate the normalized elements of a list */
export function IsEmailAddress({ message, each }: { message: string; each?: boolean }): PropertyDecorator {
  return ValidateBy(
    {
      name: 'isEmailAddress',
      validator: { validate: (value: unknown) => typeof value === 'string' && isEmailAddress(value) },
    },
    { message, each },
  );
}

/** Passes other types through, so that validation rejects them. */
export function normalizeEmailValue(value: unknown): unknown {
  return typeof value === 'string' ? normalizeEmail(value) : value;
}
