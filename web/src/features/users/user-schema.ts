import * as z from 'zod/mini';

import { COPY } from '../../lib/copy';

export const EMAIL = z.string().check(z.trim(), z.email(COPY.invalid.email));
export const ROLE = z.enum(['user', 'admin']);
export const OPTIONAL_NAME = z.string().check(z.trim());

export function requiredName(missingMessage: string): typeof OPTIONAL_NAME {
  return z.string().check(z.trim(), z.minLength(1, missingMessage));
}
