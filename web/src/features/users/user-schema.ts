import * as z from 'zod/mini';

import { MIN_PASSWORD_LENGTH } from '@ringwell/domain/account-limits';

import { COPY } from '../../lib/copy';
import { USER_COPY } from './user-copy';

export const EMAIL = z.string().check(z.trim(), z.email(COPY.invalid.email));
export const PASSWORD = z.string().check(z.minLength(MIN_PASSWORD_LENGTH, USER_COPY.invalid.password));
export const ROLE = z.enum(['user', 'admin']);
export const OPTIONAL_NAME = z.string().check(z.trim());

export function requiredName(missing: string): typeof OPTIONAL_NAME {
  return z.string().check(z.trim(), z.minLength(1, missing));
}
