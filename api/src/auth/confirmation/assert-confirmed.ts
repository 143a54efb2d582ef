import { AppError } from '@ringwell/domain/app-error';

import type { Principal } from '../principal';

/** As `assertConfirmed`, for routes that tokens may use, too. */
export function assertConfirmedSession(principal: Pick<Principal, 'credential'>): void {
  if (principal.credential.kind === 'session') assertConfirmed(principal);
}

/**
 * Requires that whoever is signed in recently proved who they are, before a change that could take over an account.
 * @throws AppError `REAUTHENTICATION_REQUIRED`
 */
export function assertConfirmed({ credential }: Pick<Principal, 'credential'>): void {
  if (credential.kind === 'session' && credential.isConfirmed) return;
  throw new AppError({
    kind: 'forbidden',
    code: 'REAUTHENTICATION_REQUIRED',
    message: "Confirm that it's you, then try again: enter your password, or sign in again.",
  });
}
