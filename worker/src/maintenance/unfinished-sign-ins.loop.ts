import { Inject, Injectable } from '@nestjs/common';

import { PendingSignInsRepository } from '@ringwell/database/accounts/sign-in/pending-sign-ins.repository';
import type { Logger } from '@ringwell/platform/logging/create-logger';
import { LOGGER } from '@ringwell/platform/logging/logger.module';

import { LeaderElectionService } from '../leader/leader-election.service';
import { LeaderLoop } from '../leader/leader-loop';

const MINUTE_MS = 60_000;

/**
 * Records a security event for each sign-in that never completed its second step, because someone else may know the
 * password.
 */
@Injectable()
export class UnfinishedSignInsLoop extends LeaderLoop {
  constructor(
    leader: LeaderElectionService,
    private readonly pendingSignIns: PendingSignInsRepository,
    @Inject(LOGGER) logger: Logger,
  ) {
    super(leader, logger, { intervalMs: MINUTE_MS, failure: 'sign-ins: failed to record unfinished sign-ins' });
  }

  override async pass(): Promise<void> {
    const events = await this.pendingSignIns.endExpired();
    if (events > 0) this.logger.info({ events }, 'sign-ins: recorded unfinished sign-ins');
  }
}
