import { Inject, Module, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { Redis } from 'ioredis';
import { Registry } from 'prom-client';

import { DatabasePool } from '@ringwell/database/postgres/database-pool';
import { QueueStatsRepository } from '@ringwell/database/scheduling/queue-stats.repository';
import { CONFIG, type Config } from '@ringwell/platform/config/config.module';
import { LOGGER, type Logger } from '@ringwell/platform/logging/logger.module';
import { BacklogGauges } from '@ringwell/platform/metrics/backlog-gauges';
import { HttpMetrics } from '@ringwell/platform/metrics/http-metrics';
import { MetricsServer } from '@ringwell/platform/metrics/metrics-server';
import { ProcessGauges } from '@ringwell/platform/metrics/process-gauges';
import { assertWritable } from '@ringwell/platform/redis/assert-writable';

// Metrics are served on a separate port if `METRICS_PORT` is set.
@Module({
  providers: [
    { provide: HttpMetrics, inject: [Registry], useFactory: (registry: Registry) => new HttpMetrics(registry) },
  ],
})
export class MetricsModule implements OnApplicationBootstrap, OnApplicationShutdown {
  private server?: MetricsServer;

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(Registry) private readonly registry: Registry,
    @Inject(QueueStatsRepository) private readonly queueStats: QueueStatsRepository,
    @Inject(DatabasePool) private readonly pool: DatabasePool,
    @Inject(Redis) private readonly redis: Redis,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    new BacklogGauges(
      this.registry,
      () => this.queueStats.readBacklog(),
      (err) => this.logger.warn({ err }, 'metrics: failed to read the backlog'),
    );
    new ProcessGauges(this.registry, {
      databasePool: () => this.pool.getCounts(),
      assertRedisWritable: () => assertWritable(this.redis, this.config.QUEUE_PREFIX),
    });
    if (this.config.METRICS_PORT === 0) return;
    const server = new MetricsServer(this.registry);
    await server.start(this.config.METRICS_PORT, this.config.METRICS_HOST);
    this.server = server;
  }

  async onApplicationShutdown(): Promise<void> {
    await this.server?.stop();
  }
}
