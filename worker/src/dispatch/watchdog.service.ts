import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';

import { JobQueues } from '@ringwell/jobs/job-queues';
import type { Logger } from '@ringwell/platform/logging/create-logger';
import { LOGGER } from '@ringwell/platform/logging/logger.module';

import { CallRunService } from '../calls/call-run.service';
import { StorageMonitorService } from '../calls/storage-monitor.service';
import { Loop } from '../leader/loop';
import { WorkerIdentity } from '../worker-identity';

const CHECK_INTERVAL_MS = 10_000;
const MAX_STARVED_MS = 60_000;

/**
 * Exits if calls have been queued for a minute while this process isn't running any, because its Redis connection may
 * look alive without delivering jobs. The supervisor restarts the process. Workers without slots are exempt, and a
 * restart doesn't help against a paused queue.
 */
@Injectable()
export class WatchdogService implements OnApplicationBootstrap, OnModuleDestroy {
  private starvedSince?: number;
  private readonly loop = new Loop(
    () => this.check(),
    CHECK_INTERVAL_MS,
    () => {
      this.starvedSince = undefined; // Redis is unavailable, so the queue is unknown
    },
  );

  constructor(
    private readonly queues: JobQueues,
    private readonly identity: WorkerIdentity,
    private readonly callRunner: CallRunService,
    private readonly storage: StorageMonitorService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.loop.start();
  }

  onModuleDestroy(): Promise<void> {
    return this.loop.stop();
  }

  private async check(): Promise<void> {
    const canAcceptCalls = this.identity.slots > 0 && this.storage.isReachable && this.callRunner.activeCount === 0;
    const isStarved = canAcceptCalls && (await this.queues.calls.countWaiting()) > 0;
    if (!isStarved) {
      this.starvedSince = undefined;
      return;
    }
    this.starvedSince ??= performance.now();
    if (performance.now() - this.starvedSince < MAX_STARVED_MS) return;
    this.starvedSince = undefined;
    if (await this.queues.calls.isPaused())
      return this.logger.warn('worker: the queue is paused in Redis, probably by a dashboard; resume it there');
    this.logger.fatal('worker: not receiving queued calls, exiting for a restart');
    process.exit(1);
  }
}
