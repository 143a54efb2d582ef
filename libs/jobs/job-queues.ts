import { InjectQueue } from '@nestjs/bullmq';
import { Injectable } from '@nestjs/common';
import type { Queue } from 'bullmq';
import type { Redis } from 'ioredis';

import { assertWritable } from '@ringwell/platform/redis/assert-writable';

import { JobPublisher } from './job-publisher';
import { producerName } from './queue-contracts';

@Injectable()
export class JobQueues {
  readonly calls: JobPublisher<'calls'>;
  readonly deliveries: JobPublisher<'deliveries'>;
  private readonly connection: Redis;
  private readonly prefix: string;

  constructor(
    @InjectQueue(producerName('calls')) calls: Queue,
    @InjectQueue(producerName('deliveries')) deliveries: Queue,
  ) {
    // The connection logs its own errors. Without a listener, an error event would crash the process.
    for (const queue of [calls, deliveries]) queue.on('error', () => undefined);
    this.calls = new JobPublisher('calls', calls);
    this.deliveries = new JobPublisher('deliveries', deliveries);
    this.connection = calls.opts.connection as Redis;
    this.prefix = calls.opts.prefix ?? '';
  }

  get isReachable(): boolean {
    return this.connection.status === 'ready';
  }

  assertWritable(): Promise<void> {
    return assertWritable(this.connection, this.prefix);
  }

  /**
   * Publishes an empty message on a Redis channel.
   * @param channelName derives the channel's name from the queue prefix
   */
  async publish(channelName: (prefix: string) => string): Promise<void> {
    await this.connection.publish(channelName(this.prefix), '');
  }
}
