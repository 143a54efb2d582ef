import { Injectable, type ExecutionContext } from '@nestjs/common';
import { AuthGuard } from '@nestjs/passport';
import type { Request } from 'express';

import { AppError } from '@ringwell/domain/app-error';

import { principalOf } from '../current-principal.decorator';
import { assertExpectedAccount } from './expected-account';
import { SESSION_STRATEGY } from './session.strategy';

@Injectable()
export class SessionGuard extends AuthGuard(SESSION_STRATEGY) {
  override async canActivate(context: ExecutionContext): Promise<boolean> {
    await super.canActivate(context);
    assertExpectedAccount(context.switchToHttp().getRequest<Request>(), principalOf(context));
    return true;
  }

  override handleRequest<T>(error: Error | null, principal: T | false): T {
    if (error) throw error;
    if (principal) return principal;
    throw signedOut();
  }
}

export function signedOut(): AppError {
  return new AppError({
    kind: 'unauthenticated',
    code: 'SIGNED_OUT',
    // The web app looks for the first word.
    message: "Unauthorized: you're not signed in, or your session has ended. Sign in to continue.",
  });
}
