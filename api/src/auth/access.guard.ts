import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request } from 'express';

import { AppError } from '@ringwell/domain/app-error';

import { RouteAccess, type AccessLevel } from './access.decorator';
import { BearerGuard } from './bearer.guard';
import { principalOf } from './current-principal.decorator';
import { SessionGuard } from './session/session.guard';

/** Stands before every route and lets in whom the route names; a route that names nobody lets nobody in. */
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
    if (!level)
      throw new AppError({ kind: 'forbidden', code: 'ROUTE_CLOSED', message: 'Nobody may use this address.' });
    return await this.check[level](context);
  }
}

/** A request that brings an Authorization header is judged by it alone; a cookie beside it counts for nothing. */
function hasAuthorization(context: ExecutionContext): boolean {
  return context.switchToHttp().getRequest<Request>().headers.authorization !== undefined;
}

function assertAdministrator(context: ExecutionContext): true {
  const { role, credential } = principalOf(context);
  if (credential.kind === 'session' && credential.impersonator) {
    throw new AppError({
      kind: 'forbidden',
      code: 'IMPERSONATING',
      message: 'You are viewing another account. Exit impersonation to go on as administrator.',
    });
  }
  if (role === 'admin') return true;
  throw new AppError({
    kind: 'forbidden',
    code: 'ADMIN_ONLY',
    message: 'Only administrators may do this. Ask one of yours for help.',
  });
}
