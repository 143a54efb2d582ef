import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';

import { WorkersRepository } from '@ringwell/database/scheduling/workers.repository';
import type { Logger } from '@ringwell/platform/logging/create-logger';
import { LOGGER } from '@ringwell/platform/logging/logger.module';

import { StorageWatch } from '../calls/storage-watch';
import { Loop } from '../leader/loop';
import { WorkerIdentity } from '../worker-identity';

const BEAT_MS = 5_000;

/**
 * Keeps this worker's row fresh: its slots count towards the fleet only while it does. While the worker cannot reach
 * the recordings, it reports none, so that no calls are released for it.
 */
@Injectable()
export class WorkerHeartbeat implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly loop = new Loop(
    () => this.beat(),
    BEAT_MS,
    (error) => this.logger.warn({ err: error }, 'This worker could not report that it is alive.'),
  );

  constructor(
    private readonly workers: WorkersRepository,
    private readonly identity: WorkerIdentity,
    private readonly storage: StorageWatch,
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

  private async beat(): Promise<void> {
    const { id, host, engines, slots } = this.identity;
    await this.workers.recordHeartbeat({ id, host, engines, slots: (await this.storage.check()) ? slots : 0 });
  }
}
