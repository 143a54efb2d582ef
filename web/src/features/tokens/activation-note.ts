import type { UserWithTokens } from '../../api/types';
import { COPY } from '../../lib/copy';

/** When the tokens of an account start to work; `null` if they already work, or without an account. */
export function activationNote({ status, isActive }: Pick<UserWithTokens, 'status' | 'isActive'>): string | null {
  if (status === null || (status === 'active' && isActive)) return null;
  const missing = [...(status === 'demo' ? ['activated'] : []), ...(isActive ? [] : ['enabled'])].join(' and ');
  return `Tokens work once this account is ${missing} under ${COPY.nav.users}.`;
}
