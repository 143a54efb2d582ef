import type { Registry } from 'prom-client';

import type { Logger } from '@ringwell/platform/logging/create-logger';
import { BacklogGauges } from '@ringwell/platform/metrics/backlog-gauges';
import { CallGauges } from '@ringwell/platform/metrics/call-gauges';

import type { QueueStatsRepository } from './queue-stats.repository';

/** Adds the gauges that are read from the database to a process's metrics. */
export function addQueueGauges(registry: Registry, stats: QueueStatsRepository, logger: Logger): void {
  new CallGauges(
    registry,
    () => stats.readCallCounts(),
    (err) => logger.warn({ err }, 'metrics: failed to count calls'),
  );
  new BacklogGauges(
    registry,
    () => stats.readBacklog(),
    (err) => logger.warn({ err }, 'metrics: failed to count deliveries'),
  );
}
