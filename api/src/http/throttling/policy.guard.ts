import { createHash } from 'node:crypto';

import type { ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { ThrottlerGuard, type ThrottlerLimitDetail } from '@nestjs/throttler';
import type { Request } from 'express';

import { rateLimited } from './rate-limited';
import type { RedisThrottlerStorage } from './redis-throttler.storage';
import { isGeneral, type ThrottlePolicy } from './throttle-policies';
import { Throttled } from './throttled.decorator';

/** Where a count stands. What is counted over is hashed: addresses need not lie about, and a key has one length. */
export function throttleKey(policy: string, ...counted: string[]): string {
  return `${policy}:${createHash('sha256').update(counted.join('\n')).digest('base64url')}`;
}

/** Holds the limits of one sort: the general one over all routes together, and those that a route asks for. */
export abstract class PolicyGuard extends ThrottlerGuard {
  private readonly byRoute = new Map<unknown, ThrottlerGuard>();

  /** @param policies by name, all of one sort */
  constructor(
    private readonly policies: ReadonlyMap<string, ThrottlePolicy>,
    storage: RedisThrottlerStorage,
    reflector: Reflector,
  ) {
    const counts = ({ onlyWith }: ThrottlePolicy, context: ExecutionContext): boolean =>
      onlyWith === undefined || onlyWith in context.switchToHttp().getRequest<Request>().query;
    super(
      {
        setHeaders: false, // ProblemFilter sends Retry-After
        throttlers: [...policies].map(([name, policy]) => ({
          name,
          limit: policy.limit,
          ttl: policy.windowMs,
          skipIf: (context) => !counts(policy, context),
        })),
      },
      storage,
      reflector,
    );
  }

  override canActivate(context: ExecutionContext): Promise<boolean> {
    return super.canActivate.call(this.onRoute(context), context);
  }

  /** This guard with the limits of one route alone: asking for all the others at every request would cost more than counting. */
  private onRoute(context: ExecutionContext): ThrottlerGuard {
    const handler = context.getHandler();
    const known = this.byRoute.get(handler);
    if (known) return known;
    const asked = this.reflector.getAllAndOverride(Throttled, [handler, context.getClass()]);
    const throttlers = this.throttlers.filter(({ name = '' }) => isGeneral(name) || name === asked);
    const guard = Object.create(this, { throttlers: { value: throttlers } }) as ThrottlerGuard;
    this.byRoute.set(handler, guard);
    return guard;
  }

  /** The library would count each route by itself. */
  protected override generateKey(_context: ExecutionContext, counted: string, policy: string): string {
    return throttleKey(policy, counted);
  }

  protected override throwThrottlingException(
    _context: ExecutionContext,
    { key, timeToBlockExpire }: ThrottlerLimitDetail,
  ): Promise<void> {
    const [name = ''] = key.split(':');
    throw rateLimited(this.policies.get(name)?.message ?? 'Too many requests.', timeToBlockExpire);
  }
}
