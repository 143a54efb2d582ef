import { Injectable } from '@nestjs/common';

import { QueueStatsRepository } from '@ringwell/database/scheduling/queue-stats.repository';

import { toHealthFacts, ReadinessService } from './readiness.service';
import { serviceParts, worstPartStatus } from './service-parts';
import type { ServiceStatusDto } from './service-status.dto';
import { StoreProbeService } from './store-probe.service';

// The status is public, and gets a lot of traffic during an outage.
const STATUS_TTL_MS = 5_000;

@Injectable()
export class ServiceStatusService {
  private latest?: { status: Promise<ServiceStatusDto>; expiresAt: number };

  constructor(
    private readonly readiness: ReadinessService,
    private readonly queueStats: QueueStatsRepository,
    private readonly probe: StoreProbeService,
  ) {}

  /** Runs the checks at most once every five seconds. */
  get(): Promise<ServiceStatusDto> {
    const now = performance.now();
    if (!this.latest || this.latest.expiresAt <= now)
      this.latest = { status: this.check(), expiresAt: now + STATUS_TTL_MS };
    return this.latest.status;
  }

  private async check(): Promise<ServiceStatusDto> {
    const [stores, queue] = await Promise.all([
      this.readiness.probeStores(),
      this.probe.run('PostgreSQL', () => this.queueStats.readCallCounts()),
    ]);
    const parts = serviceParts(toHealthFacts(stores, queue.value));
    return { status: worstPartStatus(parts), parts, checkedAt: new Date().toISOString() };
  }
}
