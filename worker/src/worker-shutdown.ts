import { setTimeout as sleep } from 'node:timers/promises';

import { Injectable, type BeforeApplicationShutdown } from '@nestjs/common';

import { CallsProcessor } from './calls/calls.processor';
import { RunCall } from './calls/run-call';
import { DeliveriesProcessor } from './deliveries/deliveries.processor';
import { DeliverySenderService } from './deliveries/delivery-sender.service';

/** Runs get this long to finish when the worker is told to stop; then they give their calls back. */
const SHUTDOWN_GRACE_MS = 8_000;

/** Runs and deliveries that were stopped get this long to write their state. */
const STOP_GRACE_MS = 5_000;

/**
 * Stops taking jobs and ends those under way. The dispatcher has stopped before (`onModuleDestroy` comes first), so that a call
 * given back is not released to this very process.
 */
@Injectable()
export class WorkerShutdown implements BeforeApplicationShutdown {
  private finish: () => void = () => undefined;
  /** Resolves when the calls under way have ended or were given back. */
  readonly done = new Promise<void>((resolve) => {
    this.finish = resolve;
  });

  constructor(
    private readonly calls: CallsProcessor,
    private readonly deliveries: DeliveriesProcessor,
    private readonly runCall: RunCall,
    private readonly deliverySender: DeliverySenderService,
  ) {}

  async beforeApplicationShutdown(): Promise<void> {
    const closed = Promise.allSettled([this.calls.close(), this.deliveries.close()]);
    await Promise.race([closed, this.untilIdle(SHUTDOWN_GRACE_MS)]);
    this.runCall.stopAll();
    this.deliverySender.stopAll();
    await this.untilIdle(STOP_GRACE_MS);
    this.finish();
  }

  /** Resolves when nothing runs any more, or when the time is over. */
  private async untilIdle(graceMs: number): Promise<void> {
    const endsAt = performance.now() + graceMs;
    while (this.runCall.activeCount + this.deliverySender.activeCount > 0 && performance.now() < endsAt) await sleep(25);
  }
}
