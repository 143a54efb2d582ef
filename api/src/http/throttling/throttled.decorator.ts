import { Reflector } from '@nestjs/core';
import { SkipThrottle } from '@nestjs/throttler';

import type { RoutePolicyName } from './throttle-policies';

/** `@Throttled('contact')` on a route or a controller: this limit holds there beside the general ones. */
export const Throttled = Reflector.createDecorator<RoutePolicyName>();

/** For routes that must always answer, such as the health checks of load balancers. */
export function Unthrottled(): ClassDecorator & MethodDecorator {
  return SkipThrottle({ address: true, account: true });
}
