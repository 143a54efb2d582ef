import { Injectable, type ExecutionContext } from '@nestjs/common';
import { AuthGuard } from '@nestjs/passport';
import type { Request } from 'express';

import { AppError } from '@ringwell/domain/app-error';

import { principalOf } from '../current-principal.decorator';
import { assertExpectedAccount } from './expected-account';
import { SESSION_STRATEGY } from './session.strategy';

/** Asks for a session, and that it acts for the account that the request is meant for, if it names one. */
@Injectable()
export class SessionGuard extends AuthGuard(SESSION_STRATEGY) {
  override async canActivate(context: ExecutionContext): Promise<boolean> {
    await super.canActivate(context);
    assertExpectedAccount(context.switchToHttp().getRequest<Request>(), principalOf(context));
    return true;
  }

  override handleRequest<T>(error: Error | null, account: T | false): T {
    if (error) throw error;
    if (account) return account;
    throw signedOut();
  }
}

/** There is no session, or none any more. */
export function signedOut(): AppError {
  return new AppError({
    kind: 'unauthenticated',
    code: 'SIGNED_OUT',
    message: 'Unauthorized: you are not signed in, or your session has ended. Sign in to go on.', // the web app looks for the first word
  });
}
