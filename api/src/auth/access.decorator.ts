import { applyDecorators } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { ApiBearerAuth, ApiCookieAuth } from '@nestjs/swagger';

/**
 * Who may use a route: `public` everybody; `bearer` whoever holds a bearer token; `session` whoever is signed in; `account`
 * either of the two; `admin` an administrator who is signed in and looks at no other account. A route that does not say is
 * closed to all.
 */
export const ACCESS_LEVELS = ['public', 'bearer', 'session', 'account', 'admin'] as const;
export type AccessLevel = (typeof ACCESS_LEVELS)[number];

/** Where the guard finds the level. */
export const RouteAccess = Reflector.createDecorator<AccessLevel>();

/** Made anew for each use: one that is used twice adds to what it wrote the first time. */
const DOCUMENTED: Record<AccessLevel, () => (ClassDecorator & MethodDecorator)[]> = {
  public: () => [],
  bearer: () => [ApiBearerAuth()],
  session: () => [ApiCookieAuth()],
  account: () => [ApiBearerAuth(), ApiCookieAuth()],
  admin: () => [ApiCookieAuth()],
};

/** `@Access('bearer')` on a controller or on each of its routes; the OpenAPI document says the same. */
export function Access(level: AccessLevel): ClassDecorator & MethodDecorator {
  return applyDecorators(RouteAccess(level), ...DOCUMENTED[level]());
}
