import { setTimeout as sleep } from 'node:timers/promises';

import { Inject, Injectable } from '@nestjs/common';

import { CustomerBackfillRepository } from '@ringwell/database/customers/customer-backfill.repository';
import type { Logger } from '@ringwell/platform/logging/create-logger';
import { LOGGER } from '@ringwell/platform/logging/logger.module';

import { LeaderElectionService } from '../leader/leader-election.service';
import { LeaderLoop } from '../leader/leader-loop';

const MINUTE_MS = 60_000;
const BATCH = 200;
// Leaves most of the database's time to other work.
const PAUSE_MS = 200;

/** Assigns calls that predate customers to their customers, after an update. */
@Injectable()
export class CustomerBackfillLoop extends LeaderLoop {
  constructor(
    leader: LeaderElectionService,
    private readonly backfill: CustomerBackfillRepository,
    @Inject(LOGGER) logger: Logger,
  ) {
    super(leader, logger, { intervalMs: MINUTE_MS, failure: 'customers: cannot assign older calls' });
  }

  protected override async pass(): Promise<void> {
    for (let batches = 1; await this.backfill.assignNext(BATCH); batches += 1) {
      if (batches % 100 === 1) this.logger.info({ calls: batches * BATCH }, 'customers: assigning older calls');
      if (this.isStopping) return;
      await sleep(PAUSE_MS);
    }
  }
}
