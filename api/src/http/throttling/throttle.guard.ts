import type { CanActivate, ExecutionContext, FactoryProvider } from '@nestjs/common';
import { APP_GUARD, Reflector } from '@nestjs/core';
import type { Request } from 'express';

import { ROUTE_POLICIES, type RoutePolicy, type ThrottleScope } from './throttle-policies';
import { ThrottleService } from './throttle.service';
import { Throttled, Unthrottled } from './throttled.decorator';

/** Applies a scope's general limit to routes without `@Unthrottled`, plus the route's own policy for that scope. */
export class ThrottleGuard implements CanActivate {
  constructor(
    private readonly scope: ThrottleScope,
    private readonly identify: (request: Request) => string | null,
    private readonly throttle: ThrottleService,
    private readonly reflector: Reflector,
  ) {}

  /** @param identify returns the subject a request is counted under; null skips the limits of this scope */
  static forScope(scope: ThrottleScope, identify: (request: Request) => string | null): FactoryProvider {
    return {
      provide: APP_GUARD,
      inject: [ThrottleService, Reflector],
      useFactory: (throttle: ThrottleService, reflector: Reflector) =>
        new ThrottleGuard(scope, identify, throttle, reflector),
    };
  }

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<Request>();
    const route = [context.getHandler(), context.getClass()];
    const subject = this.identify(request);
    if (subject === null) return true;
    if (!this.reflector.getAllAndOverride(Unthrottled, route)) await this.throttle.count(this.scope, subject);
    for (const policy of [this.reflector.getAllAndOverride(Throttled, route) ?? []].flat())
      if (this.appliesTo(ROUTE_POLICIES[policy], request)) await this.throttle.count(policy, subject);
    return true;
  }

  private appliesTo({ scope, queryParam }: RoutePolicy, request: Request): boolean {
    return scope === this.scope && (queryParam === undefined || queryParam in request.query);
  }
}
