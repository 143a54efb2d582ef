import { Inject, Injectable } from '@nestjs/common';
import { Redis } from 'ioredis';

import { wakeDispatcher } from '@ringwell/jobs/wake-up';
import { CONFIG } from '@ringwell/platform/config/config.module';
import type { Config } from '@ringwell/platform/config/settings';
import type { Logger } from '@ringwell/platform/logging/create-logger';
import { LOGGER } from '@ringwell/platform/logging/logger.module';

import { Batcher } from './batcher';

/** One notice does for all work that came meanwhile; the first goes out at once. */
const RINGS = { maxItems: Infinity, holdMs: 1_000, gapMs: 20 };

/** Tells the dispatcher about new work. */
@Injectable()
export class DispatcherBell {
  private readonly rings = new Batcher<void, void>(async () => {
    await wakeDispatcher(this.redis, this.config.QUEUE_PREFIX);
    return [];
  }, RINGS);

  constructor(
    private readonly redis: Redis,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Nobody waits for it and nothing depends on it: without Redis the dispatcher finds the work a moment later. */
  ring(): void {
    this.rings.add().catch((err: unknown) => this.logger.debug({ err }, 'The dispatcher could not be woken.'));
  }
}
