import { Inject, Injectable } from '@nestjs/common';
import { normalizeIp } from '@nestjs/throttler';
import type { Request } from 'express';

import { CONFIG } from '@ringwell/platform/config/config.module';
import type { Config } from '@ringwell/platform/config/settings';

import { throttleKey } from './policy.guard';
import { rateLimited } from './rate-limited';
import { RedisThrottlerStorage } from './redis-throttler.storage';
import { throttlePolicies, type AttemptPolicyName, type ThrottlePolicy } from './throttle-policies';

/** Limits attempts that depend on the request's body, which guards do not see. */
@Injectable()
export class AttemptThrottle {
  private readonly policies: Record<AttemptPolicyName, ThrottlePolicy>;

  constructor(
    @Inject(CONFIG) config: Config,
    private readonly storage: RedisThrottlerStorage,
  ) {
    this.policies = throttlePolicies(config);
  }

  /**
   * Counts an attempt from the request's address.
   * @param what is attempted, such as an e-mail address; how it is capitalised does not matter. Left out, all attempts count together
   * @throws AppError `RATE_LIMITED`
   */
  count(policy: AttemptPolicyName, request: Request, what = ''): Promise<void> {
    return this.add(policy, normalizeIp(request.ip ?? ''), what);
  }

  /** The same for the attempts from all addresses together. */
  countFromAnywhere(policy: AttemptPolicyName, what: string): Promise<void> {
    return this.add(policy, what);
  }

  private async add(policy: AttemptPolicyName, ...counted: string[]): Promise<void> {
    const { limit, windowMs, message } = this.policies[policy];
    const key = throttleKey(policy, ...counted.map((text) => text.trim().toLowerCase()));
    const { isBlocked, timeToBlockExpire } = await this.storage.increment(key, windowMs, limit);
    if (isBlocked) throw rateLimited(message, timeToBlockExpire);
  }
}
