import { Global, Module } from '@nestjs/common';

import { RedisHitCounter } from './redis-hit-counter';
import { ThrottleService } from './throttle.service';

// AuthModule registers the guards, because their order depends on authentication.
@Global()
@Module({ providers: [RedisHitCounter, ThrottleService], exports: [ThrottleService] })
export class ThrottlingModule {}
