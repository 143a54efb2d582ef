import {
  Inject,
  Injectable,
  Module,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import type { Redis } from 'ioredis';

import { DispatcherNotifier } from '@ringwell/jobs/dispatcher-notifier';
import { CONFIG } from '@ringwell/platform/config/config.module';
import type { WorkerConfig } from '@ringwell/platform/config/environment-settings';
import type { Logger } from '@ringwell/platform/logging/create-logger';
import { LOGGER } from '@ringwell/platform/logging/logger.module';
import { createRedis } from '@ringwell/platform/redis/create-redis';
import { readRedisServer } from '@ringwell/platform/redis/redis-server';

import { CallsModule } from '../calls/calls.module';
import { DeliveriesModule } from '../deliveries/deliveries.module';
import { EnginesModule } from '../engines.module';
import { LeaderModule } from '../leader/leader.module';
import { DispatcherLoop } from './dispatcher.loop';
import { ReaperLoop } from './reaper.loop';
import { WatchdogService } from './watchdog.service';
import { WorkerPresenceService } from './worker-presence.service';

/** Triggers a dispatcher pass on every notification. Without Redis, the dispatcher only polls. */
@Injectable()
class DispatcherSubscriptionService implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private connection?: Redis;

  constructor(
    private readonly dispatcher: DispatcherLoop,
    @Inject(CONFIG) private readonly config: WorkerConfig,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.connection = createRedis({ ...readRedisServer(this.config), purpose: 'worker', logger: this.logger });
    DispatcherNotifier.subscribe(this.connection, this.config.QUEUE_PREFIX, () => this.dispatcher.wake()).catch(
      (err: unknown) => this.logger.warn({ err }, 'dispatcher: failed to subscribe to notifications, polling only'),
    );
  }

  beforeApplicationShutdown(): void {
    this.connection?.disconnect();
  }
}

@Module({
  imports: [LeaderModule, CallsModule, DeliveriesModule, EnginesModule],
  providers: [DispatcherLoop, ReaperLoop, DispatcherSubscriptionService, WorkerPresenceService, WatchdogService],
})
export class DispatchModule {}
