import { setTimeout as sleep } from 'node:timers/promises';

import { Injectable } from '@nestjs/common';

import { CustomerStandingsRepository } from '@ringwell/database/customers/customer-standings.repository';

import { LeaderElectionService } from '../leader/leader-election.service';
import { LeaderLoop } from '../leader/leader-loop';

const INTERVAL_MS = 15_000;
const BATCH_SIZE = 100;
// This pause leaves most of the database's capacity for other work.
const PAUSE_MS = 100;

/** Refreshes the standings of customers whose risks have started or ended as time passed. */
@Injectable()
export class CustomerStandingsLoop extends LeaderLoop {
  constructor(
    leader: LeaderElectionService,
    private readonly standings: CustomerStandingsRepository,
  ) {
    super(leader, { intervalMs: INTERVAL_MS, failure: 'customers: failed to refresh' });
  }

  override async pass(): Promise<void> {
    for (;;) {
      const { dueCount, refreshedCount } = await this.standings.refreshDue(BATCH_SIZE);
      if (dueCount < BATCH_SIZE || refreshedCount === 0 || this.isStopping) return;
      await sleep(PAUSE_MS);
    }
  }
}
