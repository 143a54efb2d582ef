import { Injectable, type ExecutionContext } from '@nestjs/common';
import { AuthGuard } from '@nestjs/passport';
import type { Request, Response } from 'express';

import { AppError } from '@ringwell/domain/app-error';

/**
 * Asks for a bearer token in the Authorization header. passport-http-bearer would also take one from the query, where it
 * ends up in logs, or the body; the first is refused here, and of the second it sees nothing, as bodies are read later.
 */
@Injectable()
export class BearerGuard extends AuthGuard('bearer') {
  override async canActivate(context: ExecutionContext): Promise<boolean> {
    if ('access_token' in context.switchToHttp().getRequest<Request>().query) {
      throw new AppError({
        kind: 'invalid',
        code: 'TOKEN_IN_ADDRESS',
        message:
          'A token must not stand in an address, where logs would keep it. Send it in the Authorization header, and replace this one.',
      });
    }
    return (await super.canActivate(context)) as boolean;
  }

  override handleRequest<T>(error: Error | null, account: T | false, _info: unknown, context: ExecutionContext): T {
    if (error) throw error;
    if (account) return account;
    const hasToken = context.switchToHttp().getRequest<Request>().headers.authorization !== undefined;
    context
      .switchToHttp()
      .getResponse<Response>()
      .setHeader('WWW-Authenticate', `Bearer realm="api"${hasToken ? ', error="invalid_token"' : ''}`);
    throw hasToken ? tokenRefused() : tokenMissing();
  }
}

function tokenMissing(): AppError {
  return new AppError({
    kind: 'unauthenticated',
    code: 'TOKEN_MISSING',
    message:
      'Send a bearer token in the Authorization header, as in "Authorization: Bearer <token>". It is looked for nowhere else.',
  });
}

/** One sentence for every reason: which one it is would help somebody who guesses. */
function tokenRefused(): AppError {
  return new AppError({
    kind: 'unauthenticated',
    code: 'TOKEN_REFUSED',
    message:
      'This token cannot be used: it is wrong, expired or revoked, or its account is switched off. Ask your administrator for a new one.',
  });
}
