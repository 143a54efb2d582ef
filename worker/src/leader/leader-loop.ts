import type { OnApplicationBootstrap, OnModuleDestroy } from '@nestjs/common';

import type { Logger } from '@ringwell/platform/logging/create-logger';
import { limitLog } from '@ringwell/platform/logging/limit-log';

import type { LeaderElectionService } from './leader-election.service';
import { Loop } from './loop';

export interface LeaderLoopOptions {
  intervalMs: number;
  /** Minimum pause between passes, even when woken; 0 by default. */
  gapMs?: number;
  /** Logged when a pass fails. The next pass still runs. */
  failure: string;
  /** False if something that the work needs isn't set up. No pass then runs; true by default. */
  isEnabled?: boolean;
}

/** Base class for leader-only work: runs passes from startup to shutdown while this worker is the leader. */
export abstract class LeaderLoop implements OnApplicationBootstrap, OnModuleDestroy {
  /** Set at shutdown. Check it between the steps of a pass. */
  protected isStopping = false;
  private readonly loop: Loop;
  protected readonly logger: Logger;
  private readonly failureText: string;
  private readonly isEnabled: boolean;

  protected constructor(
    leader: LeaderElectionService,
    { intervalMs, gapMs, failure, isEnabled = true }: LeaderLoopOptions,
  ) {
    this.logger = leader.logger;
    this.failureText = failure;
    this.isEnabled = isEnabled;
    const passIfLeader = async (): Promise<void> => {
      if (leader.isLeader) await this.pass();
    };
    const logFailure = limitLog((err: unknown) => this.logger.warn({ err }, failure));
    this.loop = new Loop(passIfLeader, intervalMs, logFailure, gapMs);
  }

  onApplicationBootstrap(): void {
    if (this.isEnabled) this.loop.start();
  }

  // Resolves once the pass in progress ends.
  onModuleDestroy(): Promise<void> {
    this.isStopping = true;
    return this.loop.stop();
  }

  wake(): void {
    this.loop.wake();
  }

  /**
   * Runs one part of a pass. A failure is logged and doesn't stop the other parts.
   * @param part the part's name in the log
   * @returns the count that the part returned, or 0 after a failure
   */
  protected async runPart(part: string, work: () => Promise<number>): Promise<number> {
    try {
      return await work();
    } catch (error) {
      this.logger.warn({ err: error, part }, this.failureText);
      return 0;
    }
  }

  /** Runs one pass. A worker's passes never overlap. */
  abstract pass(): Promise<unknown>;
}
