import { Injectable } from '@nestjs/common';

import { ReaperRepository } from '@ringwell/database/calls/reaper.repository';
import { JobQueues } from '@ringwell/jobs/job-queues';
import { PipelineMetrics } from '@ringwell/platform/metrics/pipeline-metrics';

import { LeaderElectionService } from '../leader/leader-election.service';
import { LeaderLoop } from '../leader/leader-loop';

const INTERVAL_MS = 5_000;
// Time after which an unclaimed call's job may have been lost.
const LOST_AFTER_SECONDS = 10;

@Injectable()
export class ReaperLoop extends LeaderLoop {
  constructor(
    leader: LeaderElectionService,
    private readonly reaper: ReaperRepository,
    private readonly queues: JobQueues,
    private readonly metrics: PipelineMetrics,
  ) {
    super(leader, { intervalMs: INTERVAL_MS, failure: 'reaper: pass failed' });
  }

  override async pass(): Promise<void> {
    const timedOut = await this.reaper.timeOutOverdue();
    const { requeued, failed } = await this.reaper.reclaimExpiredRuns();
    this.metrics.countRunFailure('WORKER_LOST', requeued + failed);
    this.metrics.countFinishedCall('failed', failed);
    this.metrics.countFinishedCall('timed_out', timedOut);
    const unknownDeliveries = await this.reaper.markUnknownDeliveries();
    const lost = await this.requeueLostCalls();
    if (timedOut + requeued + failed + unknownDeliveries + lost > 0) {
      this.logger.warn({ timedOut, requeued, failed, unknownDeliveries, lost }, 'reaper: recovered expired leases');
    }
  }

  // Rejects while Redis is unavailable, because lost jobs can't be detected then.
  private async requeueLostCalls(): Promise<number> {
    const releasedCalls = await this.reaper.listUnclaimedReleases(LOST_AFTER_SECONDS);
    const toJobId = ({ callId, leaseToken }: (typeof releasedCalls)[number]): string => `${callId}-${leaseToken}`;
    const pendingJobIds = await this.queues.calls.findPending(releasedCalls.map(toJobId));
    const lostCalls = releasedCalls.filter((call) => !pendingJobIds.has(toJobId(call)));
    const requeued = await Promise.all(lostCalls.map((call) => this.reaper.undoRelease(call)));
    return requeued.filter(Boolean).length;
  }
}
