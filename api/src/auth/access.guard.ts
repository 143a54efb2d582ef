import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request } from 'express';

import { AppError } from '@ringwell/domain/app-error';
import { includesRole, type MemberRole } from '@ringwell/domain/member-role';

import { RequiresRole, RouteAccess, type AccessLevel } from './access.decorator';
import { BearerGuard } from './bearer.guard';
import { principalOf } from './current-principal.decorator';
import { roleTooLow } from './role-too-low';
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
    const route = [context.getHandler(), context.getClass()];
    const level = this.reflector.getAllAndOverride(RouteAccess, route) as AccessLevel | undefined;
    if (!level) throw new AppError({ kind: 'forbidden', code: 'ROUTE_CLOSED', message: "You don't have access." });
    const isAllowed = await this.check[level](context);
    const role = this.reflector.getAllAndOverride(RequiresRole, route) as MemberRole | undefined;
    if (role !== undefined) assertMemberMay(context, role);
    return isAllowed;
  }
}

// With an Authorization header, a session cookie in the same request is ignored.
function hasAuthorization(context: ExecutionContext): boolean {
  return context.switchToHttp().getRequest<Request>().headers.authorization !== undefined;
}

function assertMemberMay(context: ExecutionContext, required: MemberRole): void {
  const { memberRole, credential } = principalOf(context);
  if (!includesRole(memberRole, required)) throw roleTooLow(required);
  const { method } = context.switchToHttp().getRequest<Request>();
  if (credential.kind !== 'token' || !credential.isReadOnly || method === 'GET' || method === 'HEAD') return;
  throw new AppError({
    kind: 'forbidden',
    code: 'TOKEN_READ_ONLY',
    message: 'This token can only read. Use a token that may also make changes.',
  });
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
