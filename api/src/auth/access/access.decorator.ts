import { applyDecorators } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { ApiBearerAuth, ApiCookieAuth } from '@nestjs/swagger';

import type { MemberRole } from '@ringwell/domain/accounts/member-role';
import type { RequiredStep } from '@ringwell/domain/accounts/required-step';

/**
 * The clients that may use a route: `public` everyone; `bearer` a bearer token; `session` a signed-in user; `account`
 * either of the two; `admin` a signed-in administrator who is not impersonating. A route without a level is closed.
 */
export const ACCESS_LEVELS = ['public', 'bearer', 'session', 'account', 'admin'] as const;
export type AccessLevel = (typeof ACCESS_LEVELS)[number];

type MemberLevel = 'bearer' | 'session' | 'account';

export const RouteAccess = Reflector.createDecorator<AccessLevel>();

/** Minimum role in the account. The role of a method replaces the role of its class. */
export const RequiresRole = Reflector.createDecorator<MemberRole>();

/**
 * Lets read-only tokens use a route even though its method is not GET. The route itself rejects changes with
 * `assertTokenMayWrite`.
 */
export const AllowsReadOnlyTokens = Reflector.createDecorator<void, true>({ transform: () => true });

/** Opens a route to sessions whose user must complete one of these steps first. */
export const OpenDuringStep = Reflector.createDecorator<readonly RequiredStep[]>();

// These are factories, because applying one decorator instance twice extends its earlier metadata.
const DOCUMENTED: Record<AccessLevel, () => (ClassDecorator & MethodDecorator)[]> = {
  public: () => [],
  bearer: () => [ApiBearerAuth()],
  session: () => [ApiCookieAuth()],
  account: () => [ApiBearerAuth(), ApiCookieAuth()],
  admin: () => [ApiCookieAuth()],
};

/** @param role the minimum role in the account; `viewer` also for data that belongs to the user */
export function Access(level: 'public' | 'admin'): ClassDecorator & MethodDecorator;
export function Access(level: MemberLevel, role: MemberRole): ClassDecorator & MethodDecorator;
export function Access(level: AccessLevel, role?: MemberRole): ClassDecorator & MethodDecorator {
  return applyDecorators(RouteAccess(level), ...(role ? [RequiresRole(role)] : []), ...DOCUMENTED[level]());
}
