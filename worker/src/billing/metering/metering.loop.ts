import { Injectable } from '@nestjs/common';

import { MeteringRepository } from '@ringwell/database/billing/metering.repository';
import { UnitOfWork } from '@ringwell/database/unit-of-work';
import { toAppError } from '@ringwell/domain/errors/app-error';
import { StripeConnection } from '@ringwell/platform/stripe/stripe-connection';

import { LeaderElectionService } from '../../leader/leader-election.service';
import { LeaderLoop } from '../../leader/leader-loop';
import { MeterOutboxService } from './meter-outbox.service';
import { MeteringStartService } from './metering-start.service';

const INTERVAL_MS = 60_000;

@Injectable()
export class MeteringLoop extends LeaderLoop {
  constructor(
    leader: LeaderElectionService,
    private readonly meteringStart: MeteringStartService,
    private readonly metering: MeteringRepository,
    private readonly unitOfWork: UnitOfWork,
    private readonly meterOutbox: MeterOutboxService,
    private readonly stripe: StripeConnection,
  ) {
    super(leader, { intervalMs: INTERVAL_MS, failure: 'metering: failed to report usage' });
  }

  override onApplicationBootstrap(): void {
    if (this.stripe.isSetUp) super.onApplicationBootstrap();
  }

  override async pass(): Promise<void> {
    await this.metering.endLedgersWithoutSubscription();
    await this.startUnmetered();
    const reports = await this.unitOfWork.run((repositories) => repositories.metering.enqueueReports());
    const attempts = await this.meterOutbox.sendDue(() => this.isStopping);
    if (reports + attempts > 0) this.logger.info({ reports, attempts }, 'metering: reported minutes');
  }

  private async startUnmetered(): Promise<void> {
    for (const subscription of await this.meteringStart.listUnmetered()) {
      if (this.isStopping) return;
      const { accountId, subscriptionId } = subscription;
      try {
        const hasStarted = await this.meteringStart.start(subscription);
        if (hasStarted) this.logger.info({ accountId, subscriptionId }, 'metering: started for subscription');
      } catch (error) {
        const { code } = toAppError(error);
        this.logger.warn(
          { err: error, accountId, subscriptionId, code },
          'metering: failed to start for subscription; will retry',
        );
      }
    }
  }
}
