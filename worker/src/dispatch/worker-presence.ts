import { Inject, Injectable, type OnModuleDestroy, type OnApplicationBootstrap } from '@nestjs/common';

import { WorkersRepository } from '@ringwell/database/repositories/workers.repository';
import type { Logger } from '@ringwell/platform/logging/create-logger';
import { LOGGER } from '@ringwell/platform/logging/logger.module';

import { WorkerIdentity } from '../worker-identity';
import { Loop } from './loop';

const BEAT_MS = 5_000;

/** Keeps this worker's row fresh: its slots count towards the fleet only while it does. */
@Injectable()
export class WorkerPresence implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly loop = new Loop(() => this.workers.beat(this.identity), BEAT_MS,
    (error) => this.logger.warn({ err: error }, 'This worker could not report that it is alive.'));

  constructor(
    private readonly workers: WorkersRepository,
    private readonly identity: WorkerIdentity,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.loop.start();
  }

  async onModuleDestroy(): Promise<void> {
    await this.loop.stop();
    await this.workers.leave(this.identity.id);
  }
}
