import { Global, Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import { Redis } from 'ioredis';

import { StorageCheckService } from '@ringwell/database/calls/storage-check.service';
import { DispatcherNotifier } from '@ringwell/jobs/dispatcher-notifier';
import { JobQueuesModule } from '@ringwell/jobs/job-queues.module';
import { CONFIG, type Config } from '@ringwell/platform/config/config.module';
import { LOGGER, type Logger } from '@ringwell/platform/logging/logger.module';
import { createRedis } from '@ringwell/platform/redis/create-redis';
import { readRedisServer } from '@ringwell/platform/redis/redis-server';

@Global()
@Module({
  imports: [JobQueuesModule.forRoot(Redis)],
  providers: [
    {
      provide: Redis,
      inject: [CONFIG, LOGGER],
      useFactory: (config: Config, logger: Logger) =>
        createRedis({ ...readRedisServer(config), purpose: 'producer', logger }),
    },
    DispatcherNotifier,
    StorageCheckService,
  ],
  exports: [Redis, DispatcherNotifier, StorageCheckService],
})
export class StoresModule implements OnApplicationShutdown {
  constructor(@Inject(Redis) private readonly redis: Redis) {}

  onApplicationShutdown(): void {
    this.redis.disconnect();
  }
}
