import { Inject, Injectable, type ExecutionContext } from '@nestjs/common';
import { AuthGuard } from '@nestjs/passport';
import type { Request, Response } from 'express';

import { invalid, unauthenticated, type AppError } from '@ringwell/domain/errors/app-error';
import { CONFIG, type Config } from '@ringwell/platform/config/config.module';
import { getPublicUrl } from '@ringwell/platform/config/public-url';

import { isResourcePath, RESOURCE_METADATA_PATH } from '../assistants/assistant-paths';

/**
 * Requires a bearer token in the Authorization header. Rejects tokens in the query string, which passport-http-bearer
 * accepts, because URLs end up in logs. Tokens in the body are ignored: guards run before bodies are read.
 */
@Injectable()
export class BearerGuard extends AuthGuard('bearer') {
  constructor(@Inject(CONFIG) private readonly config: Config) {
    super();
  }

  override async canActivate(context: ExecutionContext): Promise<boolean> {
    if ('access_token' in context.switchToHttp().getRequest<Request>().query) {
      throw invalid(
        'TOKEN_IN_ADDRESS',
        "Don't put a token in a URL, where it ends up in logs. " +
          'Send it in the Authorization header, and replace this token.',
      );
    }
    return (await super.canActivate(context)) as boolean;
  }

  override handleRequest<T>(error: Error | null, principal: T | false, _info: unknown, context: ExecutionContext): T {
    if (error) throw error;
    if (principal) return principal;
    const { headers, path } = context.switchToHttp().getRequest<Request>();
    const hasToken = headers.authorization !== undefined;
    const challenge = [
      'Bearer realm="api"',
      ...(hasToken ? ['error="invalid_token"'] : []),
      ...(isResourcePath(path) ? [`resource_metadata="${getPublicUrl(this.config)}${RESOURCE_METADATA_PATH}"`] : []),
    ];
    context.switchToHttp().getResponse<Response>().setHeader('WWW-Authenticate', challenge.join(', '));
    throw hasToken ? tokenRejected() : tokenMissing();
  }
}

function tokenMissing(): AppError {
  return unauthenticated(
    'TOKEN_MISSING',
    'Send a bearer token in the Authorization header, for example "Authorization: Bearer <token>".',
  );
}

// Uses the same message for every reason, because the actual reason would help an attacker guess tokens.
function tokenRejected(): AppError {
  return unauthenticated(
    'TOKEN_REFUSED',
    'This token is invalid, expired or revoked, or its account is disabled. Ask your administrator for a new one.',
  );
}
