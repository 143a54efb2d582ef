import { Inject, Injectable } from '@nestjs/common';
import type { Redis } from 'ioredis';

import { Batcher } from '@ringwell/platform/batcher';
import type { Logger } from '@ringwell/platform/logging/create-logger';
import { LOGGER } from '@ringwell/platform/logging/logger.module';

import { JobQueues } from './job-queues';

/** The first notification goes out immediately; those of the following 20 ms go out as one. */
const BATCHES = { maxItems: Infinity, holdMs: 1_000, gapMs: 20 };

const channelOf = (prefix: string): string => `${prefix}:wake-up`;

/**
 * Notifies the leading worker's dispatcher of new work or a free slot, over Redis publish/subscribe. Best effort: a
 * notification that is lost only delays the work until the dispatcher's next pass.
 */
@Injectable()
export class DispatcherNotifier {
  private readonly notifications = new Batcher<void, void>(async () => {
    await this.queues.publish(channelOf);
    return [];
  }, BATCHES);

  constructor(
    private readonly queues: JobQueues,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  notify(): void {
    this.notifications.add().catch((err: unknown) => this.logger.debug({ err }, 'dispatcher: cannot notify'));
  }

  /**
   * Calls the listener at every notification.
   * @param redis a connection for this alone: it enters subscriber mode
   * @param prefix of the queues (`QUEUE_PREFIX`)
   */
  static async subscribe(redis: Redis, prefix: string, listener: () => void): Promise<void> {
    redis.on('message', listener);
    await redis.subscribe(channelOf(prefix));
  }
}
