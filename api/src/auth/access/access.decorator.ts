import { applyDecorators } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { ApiBearerAuth, ApiCookieAuth, ApiExtension } from '@nestjs/swagger';

import type { MemberRole } from '@ringwell/domain/accounts/member-role';
import type { RequiredStep } from '@ringwell/domain/accounts/required-step';

/**
 * Who can call a route: everyone (`public`), bearer tokens (`bearer`), signed-in users (`session`), both of those
 * (`account`), or administrators who aren't impersonating (`admin`). A route without a level is closed.
 */
export const ACCESS_LEVELS = ['public', 'bearer', 'session', 'account', 'admin'] as const;
export type AccessLevel = (typeof ACCESS_LEVELS)[number];

type MemberLevel = 'bearer' | 'session' | 'account';

export const RouteAccess = Reflector.createDecorator<AccessLevel>();

/** Sets the minimum role in the account. A role on a method overrides the role on its class. */
export const RequiresRole = Reflector.createDecorator<MemberRole>();

/** Lets read-only tokens call a non-GET route, which must call `assertTokenCanWrite` before any change. */
export const AllowsReadOnlyTokens = Reflector.createDecorator<void, true>({ transform: () => true });

/** Opens a route to sessions whose user must complete one of these steps first. */
export const AllowedDuringStep = Reflector.createDecorator<readonly RequiredStep[]>();

/** Marks operations for administrators in the OpenAPI document. */
export const ADMINISTRATORS_EXTENSION = 'x-administrators-only';

// These are factories because reapplying a decorator instance would add to the metadata of its earlier targets.
const DOCUMENTATION_BY_LEVEL: Record<AccessLevel, () => (ClassDecorator & MethodDecorator)[]> = {
  public: () => [],
  bearer: () => [ApiBearerAuth()],
  session: () => [ApiCookieAuth()],
  account: () => [ApiBearerAuth(), ApiCookieAuth()],
  admin: () => [ApiCookieAuth(), ApiExtension(ADMINISTRATORS_EXTENSION, true)],
};

/** @param role the minimum role in the account; use `viewer` even for the user's own data */
export function Access(level: 'public' | 'admin'): ClassDecorator & MethodDecorator;
export function Access(level: MemberLevel, role: MemberRole): ClassDecorator & MethodDecorator;
export function Access(level: AccessLevel, role?: MemberRole): ClassDecorator & MethodDecorator {
  return applyDecorators(RouteAccess(level), ...(role ? [RequiresRole(role)] : []), ...DOCUMENTATION_BY_LEVEL[level]());
}
