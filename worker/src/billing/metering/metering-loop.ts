import { Inject, Injectable } from '@nestjs/common';

import { MeteringRepository } from '@ringwell/database/billing/metering.repository';
import { UnitOfWork } from '@ringwell/database/unit-of-work';
import { toAppError } from '@ringwell/domain/app-error';
import type { Logger } from '@ringwell/platform/logging/create-logger';
import { LOGGER } from '@ringwell/platform/logging/logger.module';
import { StripeConnection } from '@ringwell/platform/stripe/stripe-connection';

import { LeaderElectionService } from '../../leader/leader-election.service';
import { LeaderLoop } from '../../leader/leader-loop';
import { BeginMetering } from './begin-metering';
import { SendMinutes } from './send-minutes';

const INTERVAL_MS = 60_000;

/** Reports to Stripe what subscribers use, when this worker leads. Without a key for Stripe there is nothing to charge. */
@Injectable()
export class MeteringLoop extends LeaderLoop {
  constructor(
    leader: LeaderElectionService,
    private readonly beginMetering: BeginMetering,
    private readonly metering: MeteringRepository,
    private readonly unitOfWork: UnitOfWork,
    private readonly sendMinutes: SendMinutes,
    private readonly stripe: StripeConnection,
    @Inject(LOGGER) logger: Logger,
  ) {
    super(leader, logger, { intervalMs: INTERVAL_MS, failure: 'Usage could not be reported to Stripe.' });
  }

  override onApplicationBootstrap(): void {
    if (this.stripe.isSetUp) super.onApplicationBootstrap();
  }

  /** One round: whose minutes count, how many came together, and off to Stripe. */
  override async pass(): Promise<void> {
    await this.metering.endLedgersWithoutSubscription();
    await this.beginAll();
    const reports = await this.unitOfWork.run((repositories) => repositories.metering.enqueueReports());
    const tried = await this.sendMinutes.sendDue(() => this.isStopping);
    if (reports + tried > 0) this.logger.info({ reports, tried }, 'Minutes were reported to Stripe.');
  }

  /** A subscription that fails does not hold up the others. */
  private async beginAll(): Promise<void> {
    for (const subscription of await this.beginMetering.unmetered()) {
      if (this.isStopping) return;
      const { userId, subscriptionId } = subscription;
      try {
        const hasBegun = await this.beginMetering.run(subscription);
        if (hasBegun)
          this.logger.info({ userId, subscriptionId }, 'The minutes of a subscription are counted from now on.');
      } catch (error) {
        const { code } = toAppError(error);
        this.logger.warn(
          { err: error, userId, subscriptionId, code },
          'The minutes of a subscription are not counted yet; it is tried again.',
        );
      }
    }
  }
}
