import { setTimeout as sleep } from 'node:timers/promises';

import { Injectable } from '@nestjs/common';

import { WaitingCallSearchRepository } from '@ringwell/database/calls/waiting-call-search.repository';

import { LeaderElectionService } from '../leader/leader-election.service';
import { LeaderLoop } from '../leader/leader-loop';

const MINUTE_MS = 60_000;
const BATCH_SIZE = 200;
// This pause leaves most of the database's capacity for other work.
const PAUSE_MS = 200;

/** Makes calls that have been queued for a while searchable. */
@Injectable()
export class WaitingCallSearchLoop extends LeaderLoop {
  private addedUpTo = '-infinity';

  constructor(
    leader: LeaderElectionService,
    private readonly calls: WaitingCallSearchRepository,
  ) {
    super(leader, { intervalMs: MINUTE_MS, failure: 'search: failed to add waiting calls' });
  }

  override async pass(): Promise<void> {
    for (let hasMore = true; hasMore && !this.isStopping;) {
      const batch = await this.calls.addNext(this.addedUpTo, BATCH_SIZE);
      this.addedUpTo = batch.end;
      hasMore = batch.hasMore;
      if (hasMore) await sleep(PAUSE_MS);
    }
  }
}
