import { Processor } from '@nestjs/bullmq';
import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';

import { DispatcherNotifier } from '@ringwell/jobs/dispatcher-notifier';
import type { JobHandlers } from '@ringwell/jobs/job-contract';
import type { QUEUES } from '@ringwell/jobs/queue-contracts';
import { CONSUMERS, PROCESSOR_OPTIONS, QueueProcessor } from '@ringwell/jobs/queue-processor';
import type { Logger } from '@ringwell/platform/logging/create-logger';
import { LOGGER } from '@ringwell/platform/logging/logger.module';

import { WorkerIdentity } from '../worker-identity';
import { CallRunService } from './call-run.service';

/** Pauses while the recordings cannot be reached. */
@Injectable()
@Processor({ name: 'calls', configKey: CONSUMERS }, PROCESSOR_OPTIONS)
export class CallsProcessor extends QueueProcessor<'calls'> implements OnApplicationBootstrap {
  protected override readonly handlers: JobHandlers<(typeof QUEUES)['calls']> = {
    'calls.run': (lease) => this.runCall.run(lease).finally(() => this.dispatcher.notify()),
  };

  constructor(
    private readonly runCall: CallRunService,
    private readonly identity: WorkerIdentity,
    private readonly dispatcher: DispatcherNotifier,
    @Inject(LOGGER) logger: Logger,
  ) {
    super('calls', logger);
  }

  onApplicationBootstrap(): void {
    if (this.identity.slots === 0) return; // without a recognizer, calls are left to other workers
    this.start(this.identity.slots);
    this.runCall.onAvailability((isAvailable) => {
      if (isAvailable !== this.worker.isPaused()) return;
      (isAvailable ? this.worker.resume() : this.worker.pause(true)).catch((err: unknown) =>
        this.logger.warn({ err }, 'queue: cannot pause or resume calls'),
      );
    });
  }
}
