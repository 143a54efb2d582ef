import { Injectable } from '@nestjs/common';

import { ReaperRepository } from '@ringwell/database/calls/reaper.repository';
import { CALLS_PER_PASS, DispatchRepository } from '@ringwell/database/scheduling/dispatch.repository';
import { JobQueues } from '@ringwell/jobs/job-queues';

import { ChannelRegistry } from '../deliveries/channel-registry';
import { LeaderElectionService } from '../leader/leader-election.service';
import { LeaderLoop } from '../leader/leader-loop';

const POLL_MS = 200;
// The dispatcher wakes whenever a call arrives or ends. Calls that arrive within this gap are released together while
// jobs in Redis keep the workers busy.
const GAP_MS = 20;
const DELIVERIES_PER_PASS = 100;
// Redis may refuse writes for hours, for example without free memory. Each attempt changes many rows.
const PAUSE_AFTER_FAILURE_MS = 2_000;

/**
 * Releases due calls and deliveries to the queues, on the leader. PostgreSQL decides what may run; while Redis is
 * unavailable, nothing is released.
 */
@Injectable()
export class DispatcherLoop extends LeaderLoop {
  private failedAt = -Infinity;

  constructor(
    leader: LeaderElectionService,
    private readonly dispatch: DispatchRepository,
    private readonly reaper: ReaperRepository,
    private readonly queues: JobQueues,
    private readonly channels: ChannelRegistry,
  ) {
    super(leader, { intervalMs: POLL_MS, gapMs: GAP_MS, failure: 'dispatcher: pass failed' });
  }

  override async pass(): Promise<void> {
    if (!this.queues.isReachable || performance.now() - this.failedAt < PAUSE_AFTER_FAILURE_MS) return;
    try {
      await this.releaseCalls();
      await this.releaseDeliveries();
    } catch (error) {
      this.failedAt = performance.now();
      throw error;
    }
  }

  private async releaseDeliveries(): Promise<void> {
    const deliveries = await this.dispatch.leaseDueDeliveries(this.channels.names, DELIVERIES_PER_PASS);
    await this.queues.deliveries.publish(
      deliveries.map(({ traceParent, ...payload }) => ({
        name: 'deliveries.send',
        id: `${payload.deliveryId}-${payload.leaseToken}`,
        payload,
        traceParent,
        attributes: { 'ringwell.delivery.id': payload.deliveryId },
      })),
    );
  }

  private async releaseCalls(): Promise<void> {
    const freeSlots = await this.dispatch.computeRoom();
    if (freeSlots.calls === 0) return;
    const calls = await this.dispatch.releaseDueCalls(freeSlots);
    try {
      await this.queues.calls.publish(
        calls.map(({ traceParent, ...payload }) => ({
          name: 'calls.run',
          id: `${payload.callId}-${payload.leaseToken}`,
          payload,
          traceParent,
          attributes: { 'ringwell.call.id': payload.callId },
        })),
      );
    } catch (error) {
      // Jobs that were queued anyway are stale, because their lease tokens are no longer valid.
      await Promise.all(calls.map((call) => this.reaper.undoRelease(call)));
      throw error;
    }
    if (calls.length === CALLS_PER_PASS) this.wake();
  }
}
