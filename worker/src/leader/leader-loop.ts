import type { OnApplicationBootstrap, OnModuleDestroy } from '@nestjs/common';

import type { Logger } from '@ringwell/platform/logging/create-logger';

import type { LeaderElectionService } from './leader-election.service';
import { Loop } from './loop';

export interface LeaderLoopOptions {
  /** Rest between two passes. */
  intervalMs: number;
  /** Rest that is left even when woken; none unless said otherwise. */
  gapMs?: number;
  /** Logged, with the error, when a pass fails. The next one comes all the same. */
  failure: string;
}

/** Work of the worker that leads, again and again from its start to its end. The others look now and then whether they lead. */
export abstract class LeaderLoop implements OnApplicationBootstrap, OnModuleDestroy {
  /** A pass looks here between its steps: set once the worker is told to stop. */
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

  /** Resolves when a pass that is under way has ended. */
  onModuleDestroy(): Promise<void> {
    this.isStopping = true;
    return this.loop.stop();
  }

  /** There may be work: look soon. */
  wake(): void {
    this.loop.wake();
  }

  /** One round of the work. It never runs twice at once in one worker. */
  protected abstract pass(): Promise<void>;
}
