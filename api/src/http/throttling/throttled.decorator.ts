import { Reflector } from '@nestjs/core';

import type { RoutePolicyName } from './throttle-policies';

/** `@Throttled('contact')` on a route or a controller: adds that policy, or several, to the general limits. */
export const Throttled = Reflector.createDecorator<RoutePolicyName | RoutePolicyName[]>();

/** Lifts the general limits from a route or a controller, such as the health checks of load balancers. */
export const Unthrottled = Reflector.createDecorator<void, true>({ transform: () => true });
