import { setTimeout as sleep } from 'node:timers/promises';

import { Inject, Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { Worker, type WorkerOptions } from 'bullmq';
import type { Redis } from 'ioredis';

import type { QueueName, QUEUES } from '@ringwell/jobs/contracts';
import type { JobHandlers } from '@ringwell/jobs/job-contract';
import { jobProcessor } from '@ringwell/jobs/job-processor';
import { JobQueues } from '@ringwell/jobs/job-queues';
import { onWakeUp } from '@ringwell/jobs/wake-up';
import { CONFIG } from '@ringwell/platform/config/config.module';
import type { Config } from '@ringwell/platform/config/settings';
import type { Logger } from '@ringwell/platform/logging/create-logger';
import { LOGGER } from '@ringwell/platform/logging/logger.module';
import { createRedis } from '@ringwell/platform/redis/create-redis';

import { RunCall } from './calls/run-call';
import { SendDelivery } from './deliveries/send-delivery';
import { Dispatcher } from './dispatch/dispatcher';
import { WorkerIdentity } from './worker-identity';

/** Deliveries mostly wait for somebody's answer. */
const DELIVERIES_AT_ONCE = 20;

/** Runs get this long to finish when the worker is told to stop; then they give their calls back. */
const SHUTDOWN_GRACE_MS = 8_000;

/** What has been stopped gets this long to write down where it stands. */
const STOP_GRACE_MS = 5_000;
const CLOSE_GRACE_MS = 2_000;

/** PostgreSQL's leases are the one recovery: a job whose worker died is not run again by the carrier. */
const CARRIER_OPTIONS = { lockDuration: 20_000, stalledInterval: 5_000, maxStalledCount: 0 } as const;

/**
 * Takes jobs from the queues and hands them on. When the process is told to stop, the dispatcher has stopped before
 * (`onModuleDestroy` comes first), so that a call given back is not released to this very process.
 */
@Injectable()
export class QueueWorkers implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly workers: Worker[] = [];
  private readonly connections: Redis[] = [];

  constructor(
    private readonly runCall: RunCall,
    private readonly sendDelivery: SendDelivery,
    private readonly dispatcher: Dispatcher,
    private readonly queues: JobQueues,
    private readonly identity: WorkerIdentity,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    const calls = this.consume('calls', this.identity.slots, {
      'calls.run': (lease) => this.runCall.run(lease).finally(this.ring),
    });
    this.runCall.onAvailability((isAvailable) => {
      if (isAvailable !== calls.isPaused()) return;
      (isAvailable ? calls.resume() : calls.pause(true))
        .catch((error: unknown) => this.logger.warn({ err: error }, 'queue: cannot pause or resume calls'));
    });
    this.consume('deliveries', DELIVERIES_AT_ONCE, { 'deliveries.send': (lease) => this.sendDelivery.send(lease).finally(this.ring) });
    onWakeUp(this.connect(), this.config.QUEUE_PREFIX, () => this.dispatcher.wake())
      .catch((error: unknown) => this.logger.warn({ err: error }, 'No wake-ups: the dispatcher looks by itself.'));
  }

  async beforeApplicationShutdown(): Promise<void> {
    const closed = Promise.allSettled(this.workers.map((worker) => worker.close()));
    await Promise.race([closed, this.untilIdle(SHUTDOWN_GRACE_MS)]);
    this.runCall.stopAll();
    this.sendDelivery.stopAll();
    await this.untilIdle(STOP_GRACE_MS);
    await Promise.race([closed, sleep(CLOSE_GRACE_MS, undefined, { ref: false })]); // without Redis they never close
    for (const connection of this.connections) connection.disconnect();
  }

  /** Resolves when nothing runs here any more, or when the time is over. */
  private async untilIdle(graceMs: number): Promise<void> {
    const endsAt = performance.now() + graceMs;
    while (this.runCall.activeCount + this.sendDelivery.activeCount > 0 && performance.now() < endsAt) await sleep(25);
  }

  /** A slot is free, and there may be deliveries. Nobody waits for it: without it the dispatcher looks a moment later. */
  private readonly ring = (): void => {
    this.queues.wakeDispatcher().catch((error: unknown) => this.logger.debug({ err: error }, 'The dispatcher was not woken.'));
  };

  private consume<Q extends QueueName>(
    queue: Q, concurrency: number, handlers: JobHandlers<(typeof QUEUES)[Q]>,
  ): Worker {
    const options: WorkerOptions = { ...CARRIER_OPTIONS, connection: this.connect(), prefix: this.config.QUEUE_PREFIX, concurrency };
    const worker = new Worker(queue, jobProcessor(queue, handlers), options);
    worker.on('error', (error) => this.logger.debug({ err: error, queue }, 'The carrier had a fault.'));
    worker.on('failed', (job, error) => this.logger.error({ err: error, queue, jobId: job?.id, name: job?.name }, 'A job failed.'));
    this.workers.push(worker);
    return worker;
  }

  private connect(): Redis {
    const connection = createRedis({ url: this.config.REDIS_URL, purpose: 'worker', logger: this.logger });
    this.connections.push(connection);
    return connection;
  }
}
