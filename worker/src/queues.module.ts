import { Global, Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import type { Redis } from 'ioredis';
import { Registry } from 'prom-client';

import { QueueStatsRepository } from '@ringwell/database/repositories/queue-stats.repository';
import { JobQueues } from '@ringwell/jobs/job-queues';
import { CONFIG } from '@ringwell/platform/config/config.module';
import type { Config } from '@ringwell/platform/config/settings';
import type { Logger } from '@ringwell/platform/logging/create-logger';
import { LOGGER } from '@ringwell/platform/logging/logger.module';
import { BacklogGauges } from '@ringwell/platform/metrics/backlog-gauges';
import { CallGauges } from '@ringwell/platform/metrics/call-gauges';
import { PipelineMetrics } from '@ringwell/platform/metrics/pipeline-metrics';
import { createRedis } from '@ringwell/platform/redis/create-redis';

const QUEUE_CONNECTION = Symbol('QUEUE_CONNECTION');

/** Longest wait of the dispatcher for Redis. */
const QUEUE_COMMAND_TIMEOUT_MS = 5_000;

/** The queues as the dispatcher feeds them, and what is measured of the pipeline. */
@Global()
@Module({
  providers: [
    {
      provide: QUEUE_CONNECTION,
      inject: [CONFIG, LOGGER],
      useFactory: ({ REDIS_URL: url }: Config, logger: Logger) =>
        createRedis({ url, purpose: 'producer', logger, commandTimeoutMs: QUEUE_COMMAND_TIMEOUT_MS }),
    },
    {
      provide: JobQueues,
      inject: [QUEUE_CONNECTION, CONFIG],
      useFactory: (connection: Redis, config: Config) => new JobQueues(connection, config.QUEUE_PREFIX),
    },
    { provide: PipelineMetrics, inject: [Registry], useFactory: (registry: Registry) => new PipelineMetrics(registry) },
    {
      provide: CallGauges,
      inject: [Registry, QueueStatsRepository, LOGGER],
      useFactory: (registry: Registry, stats: QueueStatsRepository, logger: Logger) =>
        new CallGauges(registry, () => stats.read(), (error) => logger.warn({ err: error }, 'The calls could not be counted.')),
    },
    {
      provide: BacklogGauges,
      inject: [Registry, QueueStatsRepository, LOGGER],
      useFactory: (registry: Registry, stats: QueueStatsRepository, logger: Logger) =>
        new BacklogGauges(registry, () => stats.readBacklog(), (error) => logger.warn({ err: error }, 'What is to be sent could not be counted.')),
    },
  ],
  exports: [JobQueues, PipelineMetrics],
})
export class QueuesModule implements OnApplicationShutdown {
  constructor(@Inject(QUEUE_CONNECTION) private readonly connection: Redis, private readonly queues: JobQueues) {}

  async onApplicationShutdown(): Promise<void> {
    await this.queues.close().catch(() => undefined); // Redis may be away
    this.connection.disconnect();
  }
}
