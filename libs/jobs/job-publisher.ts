import type { Queue } from 'bullmq';

import { QUEUES, type QueueName } from './contracts';
import type { JobContract, JobName, JobPayload, QueueContracts } from './job-contract';

/** A job about to be queued. `id` keeps the same job from being queued twice; it must not contain a colon. */
export interface OutgoingJob<
  Q extends QueueName,
  Name extends JobName<(typeof QUEUES)[Q]> = JobName<(typeof QUEUES)[Q]>,
> {
  name: Name;
  id: string;
  payload: JobPayload<(typeof QUEUES)[Q], Name>;
}

/** How every job is queued. Postgres holds the truth and decides on retries, so the carrier tries once. */
const JOB_OPTIONS = { attempts: 1, removeOnComplete: true, removeOnFail: { age: 86_400, count: 5_000 } } as const;

const ALIVE_JOB_STATES = new Set<string>(['waiting', 'active', 'delayed', 'prioritized', 'waiting-children']);

/** Puts jobs on one queue, checking each payload against its contract. */
export class JobPublisher<Q extends QueueName> {
  constructor(
    private readonly queueName: Q,
    private readonly queue: Queue,
  ) {}

  /**
   * All of them or none.
   * @throws ZodError when a payload does not meet its contract; the error of ioredis when Redis cannot be reached
   */
  async publish(jobs: readonly OutgoingJob<Q>[]): Promise<void> {
    if (jobs.length === 0) return;
    const contracts: QueueContracts = QUEUES[this.queueName];
    await this.queue.addBulk(
      jobs.map(({ name, id, payload }) => ({
        name,
        data: (contracts[name] as JobContract).payload.parse(payload),
        opts: { ...JOB_OPTIONS, jobId: id },
      })),
    );
  }

  /** Which of these jobs still wait or run. A job that failed in the carrier counts as gone. */
  async alive(ids: readonly string[]): Promise<Set<string>> {
    const states = await Promise.all(ids.map(async (id) => ({ id, state: await this.queue.getJobState(id) })));
    return new Set(states.filter(({ state }) => ALIVE_JOB_STATES.has(state)).map(({ id }) => id));
  }

  /** Jobs that wait for a worker. */
  countWaiting(): Promise<number> {
    return this.queue.getWaitingCount();
  }
}
