import { Inject, Injectable, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request } from 'express';

import { CONFIG } from '@ringwell/platform/config/config.module';
import type { Config } from '@ringwell/platform/config/settings';

import { PolicyGuard } from '../http/throttling/policy.guard';
import { RedisThrottlerStorage } from '../http/throttling/redis-throttler.storage';
import { policiesPer } from '../http/throttling/throttle-policies';
import type { Principal } from './principal';

/** Counts by account, once it is known: its tokens and its sessions together. An administrator who views another account counts as themselves. */
@Injectable()
export class AccountThrottleGuard extends PolicyGuard {
  // Named tokens, as the library's own would be inherited for the first two.
  constructor(
    @Inject(CONFIG) config: Config,
    @Inject(RedisThrottlerStorage) storage: RedisThrottlerStorage,
    reflector: Reflector,
  ) {
    super(policiesPer('account', config), storage, reflector);
  }

  /** A visitor has no account. */
  protected override shouldSkip(context: ExecutionContext): Promise<boolean> {
    return Promise.resolve(context.switchToHttp().getRequest<Request>().user === undefined);
  }

  protected override getTracker({ user }: Request): Promise<string> {
    const { userId, credential } = user as Principal;
    const impersonator = credential.kind === 'session' ? credential.impersonator : null;
    return Promise.resolve(impersonator?.userId ?? userId);
  }
}
