import type { Queue } from 'bullmq';

import { getErrorCode, startSpan, type OpenSpan, type SpanAttributes } from '@ringwell/platform/tracing/span';

import type { JobContract, JobName, JobPayload, QueueContracts } from './job-contract';
import { QUEUES, type QueueName } from './queue-contracts';

/** A job to publish. Ignored if a job with the same id is queued. The id must not contain a colon. */
export interface OutgoingJob<
  Q extends QueueName,
  Name extends JobName<(typeof QUEUES)[Q]> = JobName<(typeof QUEUES)[Q]>,
> {
  name: Name;
  id: string;
  payload: JobPayload<(typeof QUEUES)[Q], Name>;
  /** The trace that the job continues, as a W3C `traceparent`. If omitted, the job starts a new trace. */
  traceParent?: string | null;
  attributes?: SpanAttributes;
}

// Retries are managed in PostgreSQL, so BullMQ attempts each job once.
const JOB_OPTIONS = { attempts: 1, removeOnComplete: true, removeOnFail: { age: 86_400, count: 5_000 } } as const;

const PENDING_JOB_STATES = new Set<string>(['waiting', 'active', 'delayed', 'prioritized', 'waiting-children']);

export class JobPublisher<Q extends QueueName> {
  constructor(
    private readonly queueName: Q,
    private readonly queue: Queue,
  ) {}

  /**
   * Publishes all jobs or none. Each job's payload includes its span, so that the processor continues the trace.
   * @throws ZodError if a payload violates its contract; an ioredis error if Redis is unreachable
   */
  async publish(jobs: readonly OutgoingJob<Q>[]): Promise<void> {
    if (jobs.length === 0) return;
    const contracts: QueueContracts = QUEUES[this.queueName];
    const tracedJobs = jobs.map((job) => ({ ...job, span: startDispatchSpan(job) }));
    try {
      await this.queue.addBulk(
        tracedJobs.map(({ name, id, payload, span: { traceParent } }) => ({
          name,
          data: { ...((contracts[name] as JobContract).payload.parse(payload) as object), traceParent },
          opts: { ...JOB_OPTIONS, jobId: id },
        })),
      );
    } catch (error) {
      for (const { span } of tracedJobs) span.fail(getErrorCode(error));
      throw error;
    } finally {
      for (const { span } of tracedJobs) span.end();
    }
  }

  /** Returns which of these jobs are still waiting or running. Excludes jobs that failed in BullMQ. */
  async findPending(ids: readonly string[]): Promise<Set<string>> {
    const states = await Promise.all(ids.map(async (id) => ({ id, state: await this.queue.getJobState(id) })));
    return new Set(states.filter(({ state }) => PENDING_JOB_STATES.has(state)).map(({ id }) => id));
  }

  countWaiting(): Promise<number> {
    return this.queue.getWaitingCount();
  }

  isPaused(): Promise<boolean> {
    return this.queue.isPaused();
  }
}

function startDispatchSpan({
  name,
  traceParent = null,
  attributes,
}: {
  name: string;
  traceParent?: string | null;
  attributes?: SpanAttributes;
}): OpenSpan {
  return startSpan(`dispatch ${name}`, { kind: 'producer', parent: traceParent, attributes });
}
