import { BullModule } from '@nestjs/bullmq';
import { Global, Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import type { Redis } from 'ioredis';
import { Registry } from 'prom-client';

import { QueueStatsRepository } from '@ringwell/database/scheduling/queue-stats.repository';
import { DispatcherNotifier } from '@ringwell/jobs/dispatcher-notifier';
import { JobQueuesModule } from '@ringwell/jobs/job-queues.module';
import { CONSUMERS } from '@ringwell/jobs/queue-processor';
import { CONFIG } from '@ringwell/platform/config/config.module';
import type { WorkerConfig } from '@ringwell/platform/config/environment-settings';
import type { Logger } from '@ringwell/platform/logging/create-logger';
import { LOGGER } from '@ringwell/platform/logging/logger.module';
import { BacklogGauges } from '@ringwell/platform/metrics/backlog-gauges';
import { PipelineMetrics } from '@ringwell/platform/metrics/pipeline-metrics';
import { createRedis } from '@ringwell/platform/redis/create-redis';
import { readRedisServer } from '@ringwell/platform/redis/redis-server';

const PRODUCER_CONNECTION = Symbol('PRODUCER_CONNECTION');
const CONSUMER_CONNECTION = Symbol('CONSUMER_CONNECTION');

// Maximum time the dispatcher waits for Redis.
const QUEUE_COMMAND_TIMEOUT_MS = 5_000;

@Global()
@Module({
  imports: [
    JobQueuesModule.forRoot(PRODUCER_CONNECTION),
    BullModule.forRootAsync(CONSUMERS, {
      inject: [CONSUMER_CONNECTION, CONFIG],
      useFactory: (connection: Redis, { QUEUE_PREFIX: prefix }: WorkerConfig) => ({ connection, prefix }),
    }),
  ],
  providers: [
    {
      provide: PRODUCER_CONNECTION,
      inject: [CONFIG, LOGGER],
      useFactory: (config: WorkerConfig, logger: Logger) =>
        createRedis({
          ...readRedisServer(config),
          purpose: 'producer',
          logger,
          commandTimeoutMs: QUEUE_COMMAND_TIMEOUT_MS,
        }),
    },
    {
      provide: CONSUMER_CONNECTION,
      inject: [CONFIG, LOGGER],
      useFactory: (config: WorkerConfig, logger: Logger) =>
        createRedis({ ...readRedisServer(config), purpose: 'worker', logger }),
    },
    DispatcherNotifier,
    { provide: PipelineMetrics, inject: [Registry], useFactory: (registry: Registry) => new PipelineMetrics(registry) },
  ],
  exports: [PRODUCER_CONNECTION, CONSUMER_CONNECTION, DispatcherNotifier, PipelineMetrics],
})
export class QueuesModule implements OnApplicationShutdown {
  constructor(
    @Inject(PRODUCER_CONNECTION) private readonly producer: Redis,
    @Inject(CONSUMER_CONNECTION) private readonly consumer: Redis,
    @Inject(Registry) registry: Registry,
    @Inject(QueueStatsRepository) stats: QueueStatsRepository,
    @Inject(LOGGER) logger: Logger,
  ) {
    new BacklogGauges(
      registry,
      () => stats.readBacklog(),
      (err) => logger.warn({ err }, 'metrics: failed to read the backlog'),
    );
  }

  onApplicationShutdown(): void {
    this.producer.disconnect();
    this.consumer.disconnect();
  }
}
