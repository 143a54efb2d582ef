import { setTimeout as sleep } from 'node:timers/promises';

import { Injectable, type BeforeApplicationShutdown } from '@nestjs/common';

import { CallRunService } from './calls/call-run.service';
import { CallsProcessor } from './calls/calls.processor';
import { DeliveriesProcessor } from './deliveries/deliveries.processor';
import { DeliverySenderService } from './deliveries/delivery-sender.service';

// How long runs may take to finish after the stop signal before their calls are released.
const SHUTDOWN_GRACE_MS = 8_000;

// Time for stopped runs and deliveries to save their state.
const STOP_GRACE_MS = 5_000;

/**
 * Stops taking jobs and ends those in progress. The dispatcher has already stopped (`onModuleDestroy` runs first), so
 * released calls don't come back to this process.
 */
@Injectable()
export class WorkerShutdownService implements BeforeApplicationShutdown {
  private resolveDone: () => void = () => undefined;
  /** Resolves once the calls in progress have ended or been released. */
  readonly done = new Promise<void>((resolve) => {
    this.resolveDone = resolve;
  });

  constructor(
    private readonly calls: CallsProcessor,
    private readonly deliveries: DeliveriesProcessor,
    private readonly callRunner: CallRunService,
    private readonly deliverySender: DeliverySenderService,
  ) {}

  async beforeApplicationShutdown(): Promise<void> {
    await Promise.race([this.stopAcceptingJobs(), this.waitUntilIdle(SHUTDOWN_GRACE_MS)]);
    this.callRunner.stopAll();
    this.deliverySender.stopAll();
    await this.waitUntilIdle(STOP_GRACE_MS);
    this.resolveDone();
  }

  /** After an uncaught error, releases calls and deliveries without waiting for them. */
  async abandon(): Promise<void> {
    this.callRunner.abandonAll();
    this.deliverySender.stopAll();
    void this.stopAcceptingJobs();
    await this.waitUntilIdle(STOP_GRACE_MS);
  }

  private stopAcceptingJobs(): Promise<unknown> {
    return Promise.allSettled([this.calls.close(), this.deliveries.close()]);
  }

  private async waitUntilIdle(graceMs: number): Promise<void> {
    const endsAt = performance.now() + graceMs;
    while (this.callRunner.activeCount + this.deliverySender.activeCount > 0 && performance.now() < endsAt)
      await sleep(25);
  }
}
