import { Injectable, type ExecutionContext } from '@nestjs/common';
import { AuthGuard } from '@nestjs/passport';
import type { Request, Response } from 'express';

import { ACCOUNT_CHANGED, ACCOUNT_HEADER, USER_HEADER } from '@ringwell/domain/accounts/account-header';
import { AppError, conflict } from '@ringwell/domain/errors/app-error';

import { setRejection } from '../../http/security/rejection';
import { getPrincipal } from '../principal/caller';
import type { Principal } from '../principal/principal';
import { SessionCookie } from './session-cookie';
import { SESSION_STRATEGY } from './session.strategy';

// The error that `jsonwebtoken` reports for an expired token.
const EXPIRED_TOKEN_ERROR = 'TokenExpiredError';

@Injectable()
export class SessionGuard extends AuthGuard(SESSION_STRATEGY) {
  constructor(private readonly cookie: SessionCookie) {
    super();
  }

  override async canActivate(context: ExecutionContext): Promise<boolean> {
    await super.canActivate(context);
    assertExpectedAccount(context.switchToHttp().getRequest<Request>(), getPrincipal(context));
    return true;
  }

  override handleRequest<T>(
    error: Error | null,
    principal: T | false,
    tokenError: Error | undefined,
    context: ExecutionContext,
  ): T {
    if (error) throw error;
    if (principal) return principal;
    const http = context.switchToHttp();
    if (this.cookie.read(http.getRequest<Request>()) !== null) {
      const isForged = tokenError !== undefined && tokenError.name !== EXPIRED_TOKEN_ERROR;
      setRejection(http.getResponse<Response>(), {
        kind: 'token_refused',
        method: 'session',
        code: isForged ? 'SESSION_INVALID' : 'SESSION_ENDED',
      });
    }
    throw signedOut();
  }
}

export function signedOut(): AppError {
  return new AppError({
    kind: 'unauthenticated',
    code: 'SIGNED_OUT',
    // The web app checks the first word.
    message: "Unauthorized: you're not signed in, or your session has ended. Sign in to continue.",
  });
}

/**
 * Rejects a request whose headers, if any, name an account or user other than the session's.
 * @throws AppError `ACCOUNT_CHANGED`
 */
function assertExpectedAccount(request: Pick<Request, 'get' | 'method'>, { accountId, userId }: Principal): void {
  const [account = accountId, user = userId] = [request.get(ACCOUNT_HEADER), request.get(USER_HEADER)];
  if (account.toLowerCase() === accountId && user.toLowerCase() === userId) return;
  throw conflict(
    ACCOUNT_CHANGED,
    request.method === 'GET'
      ? "You're now signed in to a different account. Reload the page."
      : "You're now signed in to a different account, so nothing was saved. Reload the page and try again.",
  );
}
