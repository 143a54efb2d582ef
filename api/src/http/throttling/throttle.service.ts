import { hash } from 'node:crypto';

import { Inject, Injectable } from '@nestjs/common';

import { AppError } from '@ringwell/domain/errors/app-error';
import { plural } from '@ringwell/domain/text/plural';
import { CONFIG, type Config } from '@ringwell/platform/config/config.module';

import { RedisHitCounter } from './redis-hit-counter';
import { throttlePolicies, type PolicyName, type ThrottlePolicy } from './throttle-policies';

const MINUTE_SECONDS = 60;

@Injectable()
export class ThrottleService {
  private readonly policies: Record<PolicyName, ThrottlePolicy>;

  constructor(
    @Inject(CONFIG) config: Config,
    private readonly counter: RedisHitCounter,
  ) {
    this.policies = throttlePolicies(config);
  }

  /**
   * @param subject the network, account or other subject to count it under
   * @throws AppError `RATE_LIMITED` when the policy's limit is exceeded
   */
  async count(policy: PolicyName, ...subject: string[]): Promise<void> {
    const { limit, windowMs, message } = this.policies[policy];
    const { hits, msLeft } = await this.counter.add(counterKey(policy, subject), windowMs, limit);
    if (hits > limit) throw rateLimited(message, Math.ceil(msLeft / 1_000));
  }

  /** Undoes one call to `count`. */
  async undoCount(policy: PolicyName, ...subject: string[]): Promise<void> {
    await this.counter.remove(counterKey(policy, subject));
  }
}

// Hashing keeps addresses out of the keys and gives them a fixed length.
function counterKey(policy: PolicyName, subject: string[]): string {
  return `${policy}:${hash('sha256', subject.join('\n'), 'base64url')}`;
}

function rateLimited(message: string, waitSeconds: number): AppError {
  const wait =
    waitSeconds <= MINUTE_SECONDS
      ? plural(waitSeconds, 'second')
      : plural(Math.ceil(waitSeconds / MINUTE_SECONDS), 'minute');
  return new AppError({
    kind: 'rate_limited',
    code: 'RATE_LIMITED',
    message: `${message} Please try again in ${wait}.`,
    retryAfterMs: waitSeconds * 1_000,
  });
}
