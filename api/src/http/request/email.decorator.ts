import { applyDecorators } from '@nestjs/common';

import { isEmailAddress, normalizeEmail } from '@ringwell/domain/text/email-address';

import { Accepted, Convert } from './rules.decorator';

/** Declares an email address, normalized for comparison. */
export function Email(message: string): PropertyDecorator {
  return applyDecorators(Convert(normalizeEmailValue), IsEmailAddress({ message }));
}

/** @param options.each whether to validate the normalized elements of a list */
export function IsEmailAddress({ message, each }: { message: string; each?: boolean }): PropertyDecorator {
  return Accepted('isEmailAddress', (value) => typeof value === 'string' && isEmailAddress(value), message, { each });
}

/** Passes other types through, so that validation rejects them. */
export function normalizeEmailValue(value: unknown): unknown {
  return typeof value === 'string' ? normalizeEmail(value) : value;
}
