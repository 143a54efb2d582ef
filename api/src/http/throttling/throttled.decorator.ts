import { Reflector } from '@nestjs/core';

import type { RoutePolicyName } from './throttle-policies';

/** Adds policies to the general limits of a route or a controller, as in `@Throttled('contact')`. */
export const Throttled = Reflector.createDecorator<RoutePolicyName | RoutePolicyName[]>();

/** Exempts a route or controller, such as the one for load balancers' health checks, from the general limits. */
export const Unthrottled = Reflector.createDecorator<void, true>({ transform: () => true });
