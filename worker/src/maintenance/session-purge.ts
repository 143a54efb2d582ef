import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';

import { SessionsRepository } from '@ringwell/database/repositories/sessions.repository';
import type { Logger } from '@ringwell/platform/logging/create-logger';
import { LOGGER } from '@ringwell/platform/logging/logger.module';

import { LeaderElection } from '../dispatch/leader-election';
import { Loop } from '../dispatch/loop';

const HOUR_MS = 3_600_000;

/** Deletes sessions that have expired, when this worker leads. They could not be used any more; they only took room. */
@Injectable()
export class SessionPurge implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly loop = new Loop(() => this.pass(), HOUR_MS, (error) => this.logger.warn({ err: error }, 'Expired sessions could not be deleted.'));

  constructor(
    private readonly leader: LeaderElection,
    private readonly sessions: SessionsRepository,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.loop.start();
  }

  /** Resolves when a pass that is under way has ended. */
  onModuleDestroy(): Promise<void> {
    return this.loop.stop();
  }

  private async pass(): Promise<void> {
    if (!this.leader.isLeader) return;
    const deleted = await this.sessions.purgeExpired();
    if (deleted > 0) this.logger.info({ deleted }, 'Expired sessions were deleted.');
  }
}
