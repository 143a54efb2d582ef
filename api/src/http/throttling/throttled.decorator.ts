import { Reflector } from '@nestjs/core';

import type { RoutePolicyName } from './throttle-policies';

/** Adds policies to the general limits of a route or a controller, as in `@Throttled('contact')`. */
export const Throttled = Reflector.createDecorator<RoutePolicyName | RoutePolicyName[]>();

/** Exempts a route or controller from the general limits, such as the health checks of load balancers. */
export const Unthrottled = Reflector.createDecorator<void, true>({ transform: () => true });
