import { Inject, Injectable } from '@nestjs/common';

import { JobQueues } from '@ringwell/jobs/job-queues';
import type { Logger } from '@ringwell/platform/logging/create-logger';
import { LOGGER } from '@ringwell/platform/logging/logger.module';

import { Batcher } from './batcher';

/** One notice does for all work that came meanwhile; the first goes out at once. */
const RINGS = { maxItems: Infinity, holdMs: 1_000, gapMs: 20 };

/** Tells the dispatcher about new work. */
@Injectable()
export class DispatcherBell {
  private readonly rings = new Batcher<void, void>(async () => {
    await this.queues.wakeDispatcher();
    return [];
  }, RINGS);

  constructor(
    private readonly queues: JobQueues,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Nobody waits for it and nothing depends on it: without Redis the dispatcher finds the work a moment later. */
  ring(): void {
    this.rings.add().catch((err: unknown) => this.logger.debug({ err }, 'The dispatcher could not be woken.'));
  }
}
