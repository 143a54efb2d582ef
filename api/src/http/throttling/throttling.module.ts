import { Global, Module } from '@nestjs/common';

import { AttemptThrottle } from './attempt-throttle';
import { RedisThrottlerStorage } from './redis-throttler.storage';

/** What limits how often something may be done. The guards are registered in AuthModule, where their order is decided. */
@Global()
@Module({ providers: [RedisThrottlerStorage, AttemptThrottle], exports: [RedisThrottlerStorage, AttemptThrottle] })
export class ThrottlingModule {}
