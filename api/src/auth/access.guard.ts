import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request } from 'express';

import { AppError } from '@ringwell/domain/app-error';

import { RouteAccess, type AccessLevel } from './access.decorator';
import { BearerGuard } from './bearer.guard';
import { principalOf } from './current-principal.decorator';
import { SessionGuard } from './session/session.guard';

@Injectable()
export class AccessGuard implements CanActivate {
  private readonly check: Record<AccessLevel, (context: ExecutionContext) => Promise<boolean> | boolean>;

  constructor(
    private readonly reflector: Reflector,
    bearer: BearerGuard,
    session: SessionGuard,
  ) {
    this.check = {
      public: () => true,
      bearer: (context) => bearer.canActivate(context),
      session: (context) => session.canActivate(context),
      account: (context) => (hasAuthorization(context) ? bearer : session).canActivate(context),
      admin: async (context) => (await session.canActivate(context)) && assertAdministrator(context),
    };
  }

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const level = this.reflector.getAllAndOverride(RouteAccess, [context.getHandler(), context.getClass()]) as
      AccessLevel | undefined;
    if (!level) throw new AppError({ kind: 'forbidden', code: 'ROUTE_CLOSED', message: "You don't have access." });
    return await this.check[level](context);
  }
}

// With an Authorization header, a session cookie in the same request is ignored.
function hasAuthorization(context: ExecutionContext): boolean {
  return context.switchToHttp().getRequest<Request>().headers.authorization !== undefined;
}

function assertAdministrator(context: ExecutionContext): true {
  const { role, credential } = principalOf(context);
  if (credential.kind === 'session' && credential.impersonator) {
    throw new AppError({
      kind: 'forbidden',
      code: 'IMPERSONATING',
      message: "You're viewing another account. Exit impersonation to continue as an administrator.",
    });
  }
  if (role === 'admin') return true;
  throw new AppError({
    kind: 'forbidden',
    code: 'ADMIN_ONLY',
    message: 'Only administrators can do this. Ask your administrator.',
  });
}
