import { OnWorkerEvent, WorkerHost } from '@nestjs/bullmq';
import { UnrecoverableError, type Job, type WorkerOptions } from 'bullmq';

import type { Logger } from '@ringwell/platform/logging/create-logger';
import { withSpan } from '@ringwell/platform/tracing/span';

import type { JobHandlers, QueueContracts } from './job-contract';
import { QUEUES, type QueueName } from './queue-contracts';

/** Key of the `@nestjs/bullmq` configuration with the processors' connection. */
export const CONSUMERS = 'consumers';

/**
 * Options for every `@Processor`. Recovery is handled by the leases in PostgreSQL, so BullMQ never retries a dead
 * worker's job. Jobs are only processed after `start`, once the application is ready.
 */
export const PROCESSOR_OPTIONS = {
  autorun: false,
  lockDuration: 20_000,
  stalledInterval: 5_000,
  maxStalledCount: 0,
} as const satisfies Omit<WorkerOptions, 'connection'>;

/**
 * Base class for queue processors: validates a job's payload against its contract and calls the handler, in a span that
 * continues the job's trace. An unknown job or an invalid payload fails permanently.
 */
export abstract class QueueProcessor<Q extends QueueName> extends WorkerHost {
  protected abstract readonly handlers: JobHandlers<(typeof QUEUES)[Q]>;

  protected constructor(
    private readonly queue: Q,
    protected readonly logger: Logger,
  ) {
    super();
  }

  override async process(job: Job): Promise<void> {
    const contract = (QUEUES[this.queue] as QueueContracts)[job.name];
    const handler = (this.handlers as Record<string, (payload: unknown) => Promise<void>>)[job.name];
    if (!contract || !handler) throw new UnrecoverableError(`Queue ${this.queue} has no job named ${job.name}.`);
    const payload = contract.payload.safeParse(job.data);
    if (!payload.success) {
      const fields = payload.error.issues.map((issue) => issue.path.join('.') || issue.code).join(', ');
      throw new UnrecoverableError(`The payload of job ${job.name} does not match its contract: ${fields}.`);
    }
    const { traceParent = null } = payload.data as { traceParent?: string };
    await withSpan(job.name, { kind: 'consumer', parent: traceParent }, () => handler(payload.data));
  }

  /** Stops taking jobs and waits for running ones. Without Redis the promise may never resolve. */
  close(): Promise<void> {
    return this.worker.close();
  }

  protected start(concurrency: number): void {
    this.worker.concurrency = concurrency;
    this.worker
      .run()
      .catch((error: unknown) => this.logger.error({ err: error, queue: this.queue }, 'queue: worker ended'));
  }

  @OnWorkerEvent('error')
  protected onError(error: Error): void {
    this.logger.debug({ err: error, queue: this.queue }, 'queue: worker error');
  }

  @OnWorkerEvent('failed')
  protected onFailed(job: Job | undefined, error: Error): void {
    this.logger.error({ err: error, queue: this.queue, jobId: job?.id, name: job?.name }, 'queue: job failed');
  }
}
