import { Inject, Injectable } from '@nestjs/common';

import { JobQueues } from '@ringwell/jobs/job-queues';
import type { Logger } from '@ringwell/platform/logging/create-logger';
import { LOGGER } from '@ringwell/platform/logging/logger.module';

/** Notifies the leading worker's dispatcher that a slot is free or that there may be deliveries. */
@Injectable()
export class DispatcherNotifier {
  constructor(
    private readonly queues: JobQueues,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Best effort: without the notification the dispatcher's next pass finds the work a moment later. */
  notify(): void {
    this.queues.wakeDispatcher().catch((err: unknown) => this.logger.debug({ err }, 'dispatcher: cannot notify'));
  }
}
