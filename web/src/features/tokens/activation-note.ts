import type { UserWithTokens } from '../../api/types';
import { COPY } from '../../lib/copy';

/** Explains when an account's tokens will work. `null` if they already do, or if there's no account. */
export function activationNote({ status, isActive }: Pick<UserWithTokens, 'status' | 'isActive'>): string | null {
  if (status === null || (status === 'active' && isActive)) return null;
  const missingSteps = [...(status === 'demo' ? ['activated'] : []), ...(isActive ? [] : ['enabled'])].join(' and ');
  return `Tokens will work once this account is ${missingSteps} under ${COPY.nav.users}.`;
}
