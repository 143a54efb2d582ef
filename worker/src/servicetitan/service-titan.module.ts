import { Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import type { Redis } from 'ioredis';

import { CONFIG } from '@ringwell/platform/config/config.module';
import type { WorkerConfig } from '@ringwell/platform/config/environment-settings';
import type { Logger } from '@ringwell/platform/logging/create-logger';
import { LOGGER } from '@ringwell/platform/logging/logger.module';
import { createRedis } from '@ringwell/platform/redis/create-redis';
import { readRedisServer } from '@ringwell/platform/redis/redis-server';

import { LeaderModule } from '../leader/leader.module';
import { createServiceTitanClient } from './create-service-titan-client';
import { ServiceTitanCallsFeed } from './service-titan-calls.feed';
import { FeedContext, type ServiceTitanFeed } from './service-titan-feed';
import { ServiceTitanHttp } from './service-titan-http';
import { ServiceTitanImportFeed } from './service-titan-import.feed';
import { ServiceTitanJobsFeed } from './service-titan-jobs.feed';
import { ServiceTitanNotesService } from './service-titan-notes.service';
import { SERVICE_TITAN_FEEDS, ServiceTitanPollLoop } from './service-titan-poll.loop';
import { ServiceTitanRateLimiter } from './service-titan-rate-limiter';
import { ServiceTitanRecordingsService } from './service-titan-recordings.service';
import { ServiceTitanClient } from './service-titan.client';

const RATE_LIMITER_CONNECTION = Symbol('RATE_LIMITER_CONNECTION');

@Module({
  imports: [LeaderModule],
  providers: [
    ServiceTitanHttp,
    {
      provide: RATE_LIMITER_CONNECTION,
      inject: [CONFIG, LOGGER],
      useFactory: (config: WorkerConfig, logger: Logger) =>
        createRedis({ ...readRedisServer(config), purpose: 'producer', logger }),
    },
    {
      provide: ServiceTitanClient,
      inject: [CONFIG, ServiceTitanHttp, RATE_LIMITER_CONNECTION, LOGGER],
      useFactory: (config: WorkerConfig, http: ServiceTitanHttp, redis: Redis, logger: Logger) =>
        createServiceTitanClient(config, http, new ServiceTitanRateLimiter(redis, config.QUEUE_PREFIX, logger)),
    },
    ServiceTitanRecordingsService,
    ServiceTitanNotesService,
    FeedContext,
    ServiceTitanCallsFeed,
    ServiceTitanJobsFeed,
    ServiceTitanImportFeed,
    {
      provide: SERVICE_TITAN_FEEDS,
      inject: [ServiceTitanCallsFeed, ServiceTitanJobsFeed, ServiceTitanImportFeed],
      useFactory: (...feeds: ServiceTitanFeed[]) => feeds,
    },
    ServiceTitanPollLoop,
  ],
  exports: [ServiceTitanClient, ServiceTitanRecordingsService, ServiceTitanNotesService],
})
export class ServiceTitanModule implements OnApplicationShutdown {
  constructor(
    @Inject(RATE_LIMITER_CONNECTION) private readonly connection: Redis,
    private readonly http: ServiceTitanHttp,
  ) {}

  async onApplicationShutdown(): Promise<void> {
    this.connection.disconnect();
    await this.http.close();
  }
}
