import { Processor } from '@nestjs/bullmq';
import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';

import { DispatcherNotifier } from '@ringwell/jobs/dispatcher-notifier';
import type { JobHandlers } from '@ringwell/jobs/job-contract';
import type { QUEUES } from '@ringwell/jobs/queue-contracts';
import { CONSUMERS, PROCESSOR_OPTIONS, QueueProcessor } from '@ringwell/jobs/queue-processor';
import type { Logger } from '@ringwell/platform/logging/create-logger';
import { LOGGER } from '@ringwell/platform/logging/logger.module';

import { DeliverySenderService } from './delivery-sender.service';

// Many deliveries run concurrently because they mostly wait for remote services to respond.
const CONCURRENCY = 20;

@Injectable()
@Processor({ name: 'deliveries', configKey: CONSUMERS }, PROCESSOR_OPTIONS)
export class DeliveriesProcessor extends QueueProcessor<'deliveries'> implements OnApplicationBootstrap {
  protected override readonly handlers: JobHandlers<(typeof QUEUES)['deliveries']> = {
    'deliveries.send': (lease) => this.deliverySender.send(lease).finally(() => this.dispatcher.notify()),
  };

  constructor(
    private readonly deliverySender: DeliverySenderService,
    private readonly dispatcher: DispatcherNotifier,
    @Inject(LOGGER) logger: Logger,
  ) {
    super('deliveries', logger);
  }

  onApplicationBootstrap(): void {
    this.start(CONCURRENCY);
  }
}
