import { applyDecorators } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { ApiBearerAuth, ApiCookieAuth } from '@nestjs/swagger';

/**
 * Who may use a route: `public` everyone; `bearer` a bearer token; `session` a signed-in user; `account` either of the
 * two; `admin` a signed-in administrator who is not impersonating. A route without a level is closed.
 */
export const ACCESS_LEVELS = ['public', 'bearer', 'session', 'account', 'admin'] as const;
export type AccessLevel = (typeof ACCESS_LEVELS)[number];

export const RouteAccess = Reflector.createDecorator<AccessLevel>();

// Factories, because a decorator that is applied twice adds to its earlier metadata.
const DOCUMENTED: Record<AccessLevel, () => (ClassDecorator & MethodDecorator)[]> = {
  public: () => [],
  bearer: () => [ApiBearerAuth()],
  session: () => [ApiCookieAuth()],
  account: () => [ApiBearerAuth(), ApiCookieAuth()],
  admin: () => [ApiCookieAuth()],
};

export function Access(level: AccessLevel): ClassDecorator & MethodDecorator {
  return applyDecorators(RouteAccess(level), ...DOCUMENTED[level]());
}
