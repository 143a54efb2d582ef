import { setTimeout as sleep } from 'node:timers/promises';

import { Inject, Injectable } from '@nestjs/common';

import { CallSearchBackfillRepository } from '@ringwell/database/calls/call-search-backfill.repository';
import type { Logger } from '@ringwell/platform/logging/create-logger';
import { LOGGER } from '@ringwell/platform/logging/logger.module';

import { LeaderElectionService } from '../leader/leader-election.service';
import { LeaderLoop } from '../leader/leader-loop';

const MINUTE_MS = 60_000;
const BATCH = 200;
// Leaves most of the database's time to other work.
const PAUSE_MS = 200;

/** Adds calls that predate the search, after an update, and those that have been queued for long. */
@Injectable()
export class CallSearchBackfillLoop extends LeaderLoop {
  private waitingUpTo = '-infinity';

  constructor(
    leader: LeaderElectionService,
    private readonly backfill: CallSearchBackfillRepository,
    @Inject(LOGGER) logger: Logger,
  ) {
    super(leader, logger, { intervalMs: MINUTE_MS, failure: 'search: cannot add older calls' });
  }

  protected override async pass(): Promise<void> {
    await this.addWaiting();
    for (let batches = 1; await this.backfill.addNext(BATCH); batches += 1) {
      if (batches % 100 === 1) this.logger.info({ calls: batches * BATCH }, 'search: adding older calls');
      if (this.isStopping) return;
      await sleep(PAUSE_MS);
    }
  }

  private async addWaiting(): Promise<void> {
    for (let hasMore = true; hasMore && !this.isStopping;) {
      const batch = await this.backfill.addNextWaiting(this.waitingUpTo, BATCH);
      this.waitingUpTo = batch.end;
      hasMore = batch.hasMore;
      if (hasMore) await sleep(PAUSE_MS);
    }
  }
}
