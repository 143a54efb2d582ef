import { BullModule } from '@nestjs/bullmq';
import { Global, Module, type DynamicModule, type InjectionToken } from '@nestjs/common';
import type { Redis } from 'ioredis';

import { CONFIG } from '@ringwell/platform/config/config.module';
import type { WorkerConfig } from '@ringwell/platform/config/environment-settings';

import { JobQueues } from './job-queues';
import { producerName, QUEUE_NAMES } from './queue-contracts';

@Global()
@Module({})
export class JobQueuesModule {
  /** @param connection token for the producers' ioredis client, exported and closed by a global module */
  static forRoot(connection: InjectionToken): DynamicModule {
    return {
      module: JobQueuesModule,
      imports: [
        BullModule.forRootAsync({
          inject: [connection, CONFIG],
          useFactory: (redis: Redis, { QUEUE_PREFIX: prefix }: WorkerConfig) => ({ connection: redis, prefix }),
        }),
        BullModule.registerQueueAsync(
          ...QUEUE_NAMES.map((name) => ({ name: producerName(name), useFactory: () => ({ name }) })),
        ),
      ],
      providers: [JobQueues],
      exports: [JobQueues],
    };
  }
}
