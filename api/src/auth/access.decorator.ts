import { Reflector } from '@nestjs/core';

/**
 * Who may use a route: `public` is everybody, `bearer` whoever holds a bearer token. A route that does not say is closed to all.
 */
export const ACCESS_LEVELS = ['public', 'bearer'] as const;
export type AccessLevel = (typeof ACCESS_LEVELS)[number];

/** `@Access('bearer')` on a controller or a route; the route's own word counts. */
export const Access = Reflector.createDecorator<AccessLevel>();
