import { Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import type { Redis } from 'ioredis';

import { CONFIG } from '@ringwell/platform/config/config.module';
import type { Config } from '@ringwell/platform/config/settings';
import type { Logger } from '@ringwell/platform/logging/create-logger';
import { LOGGER } from '@ringwell/platform/logging/logger.module';
import { createRedis } from '@ringwell/platform/redis/create-redis';

import { LeaderModule } from '../leader/leader.module';
import { createServiceTitanClient } from './create-service-titan-client';
import { PollAccount } from './poll-account';
import { ServiceTitanClient } from './service-titan-client';
import { ServiceTitanHttp } from './service-titan-http';
import { ServiceTitanPace } from './service-titan-pace';
import { ServiceTitanPoller } from './service-titan-poller';
import { ServiceTitanRecordings } from './service-titan-recordings';

const PACE_CONNECTION = Symbol('PACE_CONNECTION');

/** ServiceTitan's client, and fetching calls and recordings from it. */
@Module({
  imports: [LeaderModule],
  providers: [
    ServiceTitanHttp,
    {
      provide: PACE_CONNECTION,
      inject: [CONFIG, LOGGER],
      useFactory: ({ REDIS_URL: url }: Config, logger: Logger) => createRedis({ url, purpose: 'producer', logger }),
    },
    {
      provide: ServiceTitanClient,
      inject: [CONFIG, ServiceTitanHttp, PACE_CONNECTION, LOGGER],
      useFactory: (config: Config, http: ServiceTitanHttp, redis: Redis, logger: Logger) =>
        createServiceTitanClient(config, http, new ServiceTitanPace(redis, config.QUEUE_PREFIX, logger)),
    },
    ServiceTitanRecordings,
    PollAccount,
    ServiceTitanPoller,
  ],
  exports: [ServiceTitanClient, ServiceTitanRecordings],
})
export class ServiceTitanModule implements OnApplicationShutdown {
  constructor(
    @Inject(PACE_CONNECTION) private readonly connection: Redis,
    private readonly http: ServiceTitanHttp,
  ) {}

  async onApplicationShutdown(): Promise<void> {
    this.connection.disconnect();
    await this.http.close();
  }
}
