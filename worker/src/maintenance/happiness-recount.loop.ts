import { setTimeout as sleep } from 'node:timers/promises';

import { Injectable } from '@nestjs/common';

import { HappinessRecountRepository } from '@ringwell/database/calls/happiness-recount.repository';

import { LeaderElectionService } from '../leader/leader-election.service';
import { LeaderLoop } from '../leader/leader-loop';

const INTERVAL_MS = 10_000;
const BATCH_SIZE = 500;
// This pause leaves most of the database's capacity for other work.
const PAUSE_MS = 200;
const BATCHES_PER_LOG = 100;

/** Recounts an account's calls after its time zone changes. */
@Injectable()
export class HappinessRecountLoop extends LeaderLoop {
  constructor(
    leader: LeaderElectionService,
    private readonly recounts: HappinessRecountRepository,
  ) {
    super(leader, { intervalMs: INTERVAL_MS, failure: 'happiness: failed to recount calls' });
  }

  override async pass(): Promise<void> {
    let calls = 0;
    for (let batches = 1; ; batches += 1) {
      const recounted = await this.recounts.recountNext(BATCH_SIZE);
      if (recounted === undefined) break;
      calls += recounted;
      if (batches % BATCHES_PER_LOG === 0) this.logger.info({ calls }, 'happiness: recounting older calls');
      if (this.isStopping) return;
      if (recounted > 0) await sleep(PAUSE_MS);
    }
    if (calls > 0) this.logger.info({ calls }, 'happiness: recounted older calls');
  }
}
