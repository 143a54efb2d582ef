import { Injectable } from '@nestjs/common';

import { UsageRepository } from '@ringwell/database/billing/usage.repository';

import { LeaderElectionService } from '../leader/leader-election.service';
import { LeaderLoop } from '../leader/leader-loop';

const INTERVAL_MS = 30_000;

/** Updates the hourly usage totals, so that completing a call doesn't have to write another row. */
@Injectable()
export class UsageHoursLoop extends LeaderLoop {
  constructor(
    leader: LeaderElectionService,
    private readonly usage: UsageRepository,
  ) {
    super(leader, { intervalMs: INTERVAL_MS, failure: 'usage: failed to update the hourly totals' });
  }

  override pass(): Promise<void> {
    return this.usage.updateHourlyTotals();
  }
}
