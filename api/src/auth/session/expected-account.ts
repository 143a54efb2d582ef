import type { Request } from 'express';

import { ACCOUNT_CHANGED, ACCOUNT_HEADER } from '@ringwell/domain/account-header';
import { AppError } from '@ringwell/domain/app-error';

import type { Principal } from '../principal';

/**
 * Refuses a request that names another account than the session's. Without the header, any account is accepted.
 * @throws AppError `ACCOUNT_CHANGED`
 */
export function assertExpectedAccount(request: Pick<Request, 'get'>, { userId }: Pick<Principal, 'userId'>): void {
  const expected = request.get(ACCOUNT_HEADER);
  if (expected === undefined || expected === userId) return;
  throw new AppError({
    kind: 'conflict',
    code: ACCOUNT_CHANGED,
    message: "You're now signed in to a different account, so nothing was saved. Reload the page and try again.",
  });
}
