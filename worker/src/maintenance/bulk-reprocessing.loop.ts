import { Inject, Injectable } from '@nestjs/common';

import { BulkReprocessingsRepository } from '@ringwell/database/calls/bulk-reprocessings.repository';
import { CallImportsRepository } from '@ringwell/database/servicetitan/call-imports.repository';
import { UnitOfWork } from '@ringwell/database/unit-of-work';
import { CONFIG } from '@ringwell/platform/config/config.module';
import type { WorkerConfig } from '@ringwell/platform/config/environment-settings';

import { LeaderElectionService } from '../leader/leader-election.service';
import { LeaderLoop } from '../leader/leader-loop';

const INTERVAL_MS = 2_000;

/**
 * Queues calls from bulk requests: earlier calls from ServiceTitan, and calls transcribed by the basic recognizer.
 * Queues only as many as fit in the slots that new calls leave free.
 */
@Injectable()
export class BulkReprocessingLoop extends LeaderLoop {
  constructor(
    leader: LeaderElectionService,
    private readonly requests: BulkReprocessingsRepository,
    private readonly imports: CallImportsRepository,
    private readonly unitOfWork: UnitOfWork,
    @Inject(CONFIG) private readonly config: Pick<WorkerConfig, 'SERVICETITAN_APP_KEY'>,
  ) {
    super(leader, { intervalMs: INTERVAL_MS, failure: 'bulk-reprocessing: pass failed' });
  }

  async queueNext(): Promise<number> {
    if ((await this.requests.find(null)) === null) return 0;
    await this.requests.updateProgress();
    let queued = 0;
    for (const { accountId, room } of await this.requests.listTurns())
      queued += await this.runPart(accountId, () => this.queue(accountId, room));
    return queued;
  }

  override async pass(): Promise<void> {
    // Imported calls would fail while ServiceTitan isn't set up.
    if (this.config.SERVICETITAN_APP_KEY !== undefined) await this.runPart('imports', () => this.imports.queueNext());
    await this.queueNext();
  }

  private queue(accountId: string, limit: number): Promise<number> {
    return this.unitOfWork.run(async ({ calls, bulkReprocessings }) => {
      const callIds = await bulkReprocessings.listNextCalls(accountId, limit);
      if (callIds === null) return 0;
      const queuedIds: string[] = [];
      for (const callId of callIds) if (await calls.reprocess(accountId, callId)) queuedIds.push(callId);
      await bulkReprocessings.recordQueuedCalls(accountId, queuedIds, callIds.length === 0);
      return queuedIds.length;
    });
  }
}
