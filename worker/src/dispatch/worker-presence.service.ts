import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';

import { WorkersRepository } from '@ringwell/database/scheduling/workers.repository';
import type { Logger } from '@ringwell/platform/logging/create-logger';
import { LOGGER } from '@ringwell/platform/logging/logger.module';
import { PRODUCT_VERSION } from '@ringwell/platform/product-version';

import { StorageMonitorService } from '../calls/storage-monitor.service';
import { Loop } from '../leader/loop';
import { WorkerIdentity } from '../worker-identity';

const HEARTBEAT_MS = 5_000;

/**
 * Updates this worker's row. Without a recent heartbeat, its slots don't count. While the worker can't reach the
 * recordings, it reports zero slots so that no calls are released for it.
 */
@Injectable()
export class WorkerPresenceService implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly loop = new Loop(
    () => this.report(),
    HEARTBEAT_MS,
    (error) => this.logger.warn({ err: error }, 'worker: failed to write heartbeat'),
  );

  constructor(
    private readonly workers: WorkersRepository,
    private readonly identity: WorkerIdentity,
    private readonly storage: StorageMonitorService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.storage.subscribe(() => this.loop.wake());
    this.loop.start();
  }

  async onModuleDestroy(): Promise<void> {
    await this.loop.stop();
    await this.workers.remove(this.identity.id);
  }

  private async report(): Promise<void> {
    const { id, host, engines, slots } = this.identity;
    await this.workers.recordHeartbeat({
      id,
      host,
      engines,
      version: PRODUCT_VERSION,
      slots: (await this.storage.check()) ? slots : 0,
    });
  }
}
