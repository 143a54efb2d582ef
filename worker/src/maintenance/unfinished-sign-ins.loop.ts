import { Injectable } from '@nestjs/common';

import { PendingSignInsRepository } from '@ringwell/database/accounts/sign-in/pending-sign-ins.repository';

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
  ) {
    super(leader, { intervalMs: MINUTE_MS, failure: 'sign-ins: failed to record unfinished sign-ins' });
  }

  override async pass(): Promise<void> {
    const events = await this.pendingSignIns.endExpired();
    if (events > 0) this.logger.info({ events }, 'sign-ins: recorded unfinished sign-ins');
  }
}
