import { forbidden } from '@ringwell/domain/errors/app-error';

import type { Principal } from '../principal/principal';

/** Like `assertConfirmed`, for routes that tokens can also use. */
export function assertConfirmedSession(principal: Pick<Principal, 'credential'>): void {
  if (principal.credential.kind === 'session') assertConfirmed(principal);
}

/**
 * Requires a recent identity confirmation. For changes that someone could use to take over an account.
 * @throws AppError `REAUTHENTICATION_REQUIRED`
 */
export function assertConfirmed({ credential }: Pick<Principal, 'credential'>): void {
  if (credential.kind === 'session' && credential.isConfirmed) return;
  throw forbidden(
    'REAUTHENTICATION_REQUIRED',
    "Confirm that it's you, then try again: enter your password, or sign in again.",
  );
}
