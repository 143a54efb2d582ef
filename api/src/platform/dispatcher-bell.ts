import { Inject, Injectable } from '@nestjs/common';
import { Redis } from 'ioredis';

import { wakeDispatcher } from '@ringwell/jobs/wake-up';
import { CONFIG } from '@ringwell/platform/config/config.module';
import type { Config } from '@ringwell/platform/config/settings';
import type { Logger } from '@ringwell/platform/logging/create-logger';
import { LOGGER } from '@ringwell/platform/logging/logger.module';

/** Tells the dispatcher about new work. */
@Injectable()
export class DispatcherBell {
  constructor(
    private readonly redis: Redis,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Nobody waits for it and nothing depends on it: without Redis the dispatcher finds the work a moment later. */
  ring(): void {
    wakeDispatcher(this.redis, this.config.QUEUE_PREFIX).catch((err: unknown) => this.logger.debug({ err }, 'The dispatcher could not be woken.'));
  }
}
