import { forbidden } from '@ringwell/domain/errors/app-error';

import type { Principal } from './principal';

/**
 * Requires a session that isn't impersonating.
 * @returns its `sid`
 * @throws AppError `IMPERSONATING`
 */
export function requireSid({ credential }: Principal): string {
  if (credential.kind === 'session' && !credential.impersonator) return credential.sid;
  throw forbidden('IMPERSONATING', "You're viewing another account. Exit impersonation to change your own account.");
}
