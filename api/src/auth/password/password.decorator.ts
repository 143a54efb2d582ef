import { applyDecorators } from '@nestjs/common';
import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';
import { IsString, MaxLength } from 'class-validator';

import { MIN_PASSWORD_LENGTH } from '@ringwell/domain/accounts/account-limits';

export const MAX_PASSWORD_LENGTH = 200;

/** Declares a new password. Whitespace is kept. `PasswordPolicyService` checks the other rules. */
export function Password(propertyOptions: ApiPropertyOptions = {}): PropertyDecorator {
  const example = 'four quiet copper kettles';
  return applyDecorators(
    ApiProperty({
      minLength: MIN_PASSWORD_LENGTH,
      maxLength: MAX_PASSWORD_LENGTH,
      writeOnly: true,
      example,
      ...propertyOptions,
    }),
    IsString({ message: `Password must be at least ${MIN_PASSWORD_LENGTH} characters` }),
    MaxLength(MAX_PASSWORD_LENGTH, { message: `Password must be at most ${MAX_PASSWORD_LENGTH} characters` }),
  );
}
