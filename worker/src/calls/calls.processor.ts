import { Processor } from '@nestjs/bullmq';
import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';

import { DispatcherNotifier } from '@ringwell/jobs/dispatcher-notifier';
import type { JobHandlers } from '@ringwell/jobs/job-contract';
import type { QUEUES } from '@ringwell/jobs/queue-contracts';
import { CONSUMERS, PROCESSOR_OPTIONS, QueueProcessor } from '@ringwell/jobs/queue-processor';
import type { Logger } from '@ringwell/platform/logging/create-logger';
import { LOGGER } from '@ringwell/platform/logging/logger.module';

import { ModelChangesService } from '../model-changes.service';
import { WorkerIdentity } from '../worker-identity';
import { CallRunService } from './call-run.service';

/** Processes queued calls while a recognizer is available and the recordings can be reached. */
@Injectable()
@Processor({ name: 'calls', configKey: CONSUMERS }, PROCESSOR_OPTIONS)
export class CallsProcessor extends QueueProcessor<'calls'> implements OnApplicationBootstrap {
  protected override readonly handlers: JobHandlers<(typeof QUEUES)['calls']> = {
    'calls.run': (lease) => this.callRunner.run(lease).finally(() => this.dispatcher.notify()),
  };

  private isStorageReachable = true;
  private hasStarted = false;

  constructor(
    private readonly callRunner: CallRunService,
    private readonly identity: WorkerIdentity,
    private readonly models: ModelChangesService,
    private readonly dispatcher: DispatcherNotifier,
    @Inject(LOGGER) logger: Logger,
  ) {
    super('calls', logger);
  }

  onApplicationBootstrap(): void {
    this.callRunner.onAvailabilityChange((isReachable) => {
      this.isStorageReachable = isReachable;
      this.pauseOrResume();
    });
    this.models.subscribe(() => this.pauseOrResume());
  }

  // Without a recognizer, calls are left to other workers.
  private pauseOrResume(): void {
    const { slots } = this.identity;
    const canAcceptCalls = this.isStorageReachable && slots > 0;
    if (canAcceptCalls && !this.hasStarted) {
      this.hasStarted = true;
      this.start(slots);
    }
    if (!this.hasStarted || canAcceptCalls !== this.worker.isPaused()) return;
    (canAcceptCalls ? this.worker.resume() : this.worker.pause(true)).catch((err: unknown) =>
      this.logger.warn({ err }, 'queue: failed to pause or resume calls'),
    );
  }
}
