import { Queue } from 'bullmq';
import type { Redis } from 'ioredis';

import { JobPublisher } from './job-publisher';
import { wakeDispatcher } from './wake-up';

/** The queues as the dispatcher feeds them. */
export class JobQueues {
  readonly calls: JobPublisher<'calls'>;
  readonly deliveries: JobPublisher<'deliveries'>;
  private readonly queues: Queue[];

  /**
   * @param connection made for a producer; stays the caller's to close
   * @param prefix of our keys in Redis
   */
  constructor(private readonly connection: Redis, private readonly prefix: string) {
    const calls = new Queue('calls', { connection, prefix });
    const deliveries = new Queue('deliveries', { connection, prefix });
    this.queues = [calls, deliveries];
    // The connection logs its own troubles; an event nobody listens to would end the process.
    for (const queue of this.queues) queue.on('error', () => undefined);
    this.calls = new JobPublisher('calls', calls);
    this.deliveries = new JobPublisher('deliveries', deliveries);
  }

  /** Whether a job could be queued now. */
  get isReachable(): boolean {
    return this.connection.status === 'ready';
  }

  /** Best effort: see `wakeDispatcher`. */
  wakeDispatcher(): Promise<void> {
    return wakeDispatcher(this.connection, this.prefix);
  }

  async close(): Promise<void> {
    await Promise.all(this.queues.map((queue) => queue.close()));
  }
}
