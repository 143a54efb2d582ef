import type { OnApplicationBootstrap, OnModuleDestroy } from '@nestjs/common';

import type { Logger } from '@ringwell/platform/logging/create-logger';

import type { LeaderElectionService } from './leader-election.service';
import { Loop } from './loop';

export interface LeaderLoopOptions {
  intervalMs: number;
  /** Minimum pause, even when woken; 0 by default. */
  gapMs?: number;
  /** Logged when a pass fails. The next pass runs nevertheless. */
  failure: string;
}

/** Base of leader-only work: runs passes from start to shutdown while this worker is the leader. */
export abstract class LeaderLoop implements OnApplicationBootstrap, OnModuleDestroy {
  /** Aborted at shutdown; check it between the steps of a pass. */
  protected isStopping = false;
  private readonly loop: Loop;

  protected constructor(
    leader: LeaderElectionService,
    protected readonly logger: Logger,
    { intervalMs, gapMs, failure }: LeaderLoopOptions,
  ) {
    const passIfLeader = async (): Promise<void> => {
      if (leader.isLeader) await this.pass();
    };
    this.loop = new Loop(passIfLeader, intervalMs, (error) => logger.warn({ err: error }, failure), gapMs);
  }

  onApplicationBootstrap(): void {
    this.loop.start();
  }

  // Resolves when the pass in progress has ended.
  onModuleDestroy(): Promise<void> {
    this.isStopping = true;
    return this.loop.stop();
  }

  wake(): void {
    this.loop.wake();
  }

  /** One pass. Passes of one worker never overlap. */
  protected abstract pass(): Promise<void>;
}
