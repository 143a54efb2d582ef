import { Inject, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';

import { CONFIG } from '@ringwell/platform/config/config.module';
import type { Config } from '@ringwell/platform/config/settings';

import { PolicyGuard } from './policy.guard';
import { RedisThrottlerStorage } from './redis-throttler.storage';
import { policiesPer } from './throttle-policies';

/** Counts by network address, before anybody is asked who they are. Of IPv6 a whole /64 counts as one address. */
@Injectable()
export class AddressThrottleGuard extends PolicyGuard {
  // Named tokens, as the library's own would be inherited for the first two.
  constructor(
    @Inject(CONFIG) config: Config,
    @Inject(RedisThrottlerStorage) storage: RedisThrottlerStorage,
    reflector: Reflector,
  ) {
    super(policiesPer('address', config), storage, reflector);
  }
}
