import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request } from 'express';

import { includesRole, type MemberRole } from '@ringwell/domain/accounts/member-role';
import type { RequiredStep } from '@ringwell/domain/accounts/required-step';
import { AppError, forbidden } from '@ringwell/domain/errors/app-error';
import type { ApiErrorCode } from '@ringwell/domain/errors/error-codes';

import { BearerGuard } from '../bearer/bearer.guard';
import { getPrincipal } from '../principal/caller';
import type { Principal } from '../principal/principal';
import { SessionGuard } from '../session/session.guard';
import {
  AllowsReadOnlyTokens,
  AllowedDuringStep,
  RequiresRole,
  RouteAccess,
  type AccessLevel,
} from './access.decorator';
import { assertTokenCanWrite } from './read-only-token';
import { roleTooLow } from './role-too-low';

const READ_METHODS = new Set(['GET', 'HEAD']);

@Injectable()
export class AccessGuard implements CanActivate {
  private readonly checks: Record<AccessLevel, (context: ExecutionContext) => Promise<boolean> | boolean>;

  constructor(
    private readonly reflector: Reflector,
    bearer: BearerGuard,
    session: SessionGuard,
  ) {
    this.checks = {
      public: () => true,
      bearer: (context) => bearer.canActivate(context),
      session: (context) => session.canActivate(context),
      account: (context) => (hasAuthorizationHeader(context) ? bearer : session).canActivate(context),
      admin: async (context) => (await session.canActivate(context)) && assertAdministrator(context),
    };
  }

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const route = [context.getHandler(), context.getClass()];
    const level = this.reflector.getAllAndOverride(RouteAccess, route) as AccessLevel | undefined;
    if (!level) throw forbidden('ROUTE_CLOSED', "You don't have access.");
    const isAllowed = await this.checks[level](context);
    if (level !== 'public')
      assertNoPendingStep(getPrincipal(context), this.reflector.getAllAndOverride(AllowedDuringStep, route));
    const role = this.reflector.getAllAndOverride(RequiresRole, route) as MemberRole | undefined;
    if (role !== undefined) assertRole(context, role);
    if (level !== 'public' && !this.allowsReadOnlyTokens(context)) assertTokenCanWrite(getPrincipal(context));
    return isAllowed;
  }

  private allowsReadOnlyTokens(context: ExecutionContext): boolean {
    const { method } = context.switchToHttp().getRequest<Request>();
    const route = [context.getHandler(), context.getClass()];
    return READ_METHODS.has(method) || this.reflector.getAllAndOverride(AllowsReadOnlyTokens, route) === true;
  }
}

// If a request has an Authorization header, its session cookie is ignored.
function hasAuthorizationHeader(context: ExecutionContext): boolean {
  return context.switchToHttp().getRequest<Request>().headers.authorization !== undefined;
}

const REQUIRED_STEP_ERRORS: Record<RequiredStep, { code: ApiErrorCode; message: string }> = {
  change_password: {
    code: 'PASSWORD_CHANGE_REQUIRED',
    message: 'Choose your own password first. Someone else set the current one.',
  },
  set_up_second_factor: {
    code: 'SECOND_FACTOR_SETUP_REQUIRED',
    message: "Set up two-step verification first. It's required for administrators.",
  },
};

function assertNoPendingStep({ credential }: Principal, allowedSteps: readonly RequiredStep[] | undefined): void {
  if (credential.kind !== 'session' || credential.requiredStep === null) return;
  if (allowedSteps?.includes(credential.requiredStep)) return;
  throw new AppError({ kind: 'forbidden', ...REQUIRED_STEP_ERRORS[credential.requiredStep] });
}

function assertRole(context: ExecutionContext, required: MemberRole): void {
  if (!includesRole(getPrincipal(context).memberRole, required)) throw roleTooLow(required);
}

function assertAdministrator(context: ExecutionContext): true {
  const { role, credential } = getPrincipal(context);
  if (credential.kind === 'session' && credential.impersonator) {
    throw forbidden(
      'IMPERSONATING',
      "You're viewing another account. Exit impersonation to continue as an administrator.",
    );
  }
  if (role === 'admin') return true;
  throw forbidden('ADMIN_ONLY', 'Only administrators can do this. Ask your administrator.');
}
