import { Inject, Injectable } from '@nestjs/common';
import type { Redis } from 'ioredis';

import { Batcher } from '@ringwell/platform/batcher';
import type { Logger } from '@ringwell/platform/logging/create-logger';
import { LOGGER } from '@ringwell/platform/logging/logger.module';

import { JobQueues } from './job-queues';

// Sends the first notification immediately, and combines those that follow within 20 ms.
const BATCH_OPTIONS = { maxItems: Infinity, maxWaitMs: 1_000, gapMs: 20 };

const wakeUpChannel = (prefix: string): string => `${prefix}:wake-up`;

/**
 * Notifies the leader's dispatcher of new work or a free slot over Redis publish/subscribe. Best effort: if a
 * notification is lost, the work waits for the dispatcher's next pass.
 */
@Injectable()
export class DispatcherNotifier {
  private readonly notifications = new Batcher<void, void>(async () => {
    await this.queues.publish(wakeUpChannel);
    return [];
  }, BATCH_OPTIONS);

  constructor(
    private readonly queues: JobQueues,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  notify(): void {
    this.notifications.add().catch((err: unknown) => this.logger.debug({ err }, 'dispatcher: cannot notify'));
  }

  /**
   * @param redis a dedicated connection, because it enters subscriber mode
   * @param prefix the queue prefix (`QUEUE_PREFIX`)
   */
  static async subscribe(redis: Redis, prefix: string, listener: () => void): Promise<void> {
    redis.on('message', listener);
    await redis.subscribe(wakeUpChannel(prefix));
  }
}
