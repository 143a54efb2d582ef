import { Injectable } from '@nestjs/common';

import { MeteringRepository, type UnmeteredSubscription } from '@ringwell/database/billing/metering.repository';
import { UnitOfWork } from '@ringwell/database/unit-of-work';
import { isLive } from '@ringwell/domain/billing/subscription';
import { toAppError } from '@ringwell/domain/errors/app-error';
import { readSubscription } from '@ringwell/platform/stripe/read-subscription';
import { StripeConnection } from '@ringwell/platform/stripe/stripe-connection';
import { retrieveSubscription } from '@ringwell/platform/stripe/stripe-subscriptions';

import { LeaderElectionService } from '../../leader/leader-election.service';
import { LeaderLoop } from '../../leader/leader-loop';
import { MeterOutboxService } from './meter-outbox.service';

const INTERVAL_MS = 60_000;

@Injectable()
export class MeteringLoop extends LeaderLoop {
  constructor(
    leader: LeaderElectionService,
    private readonly metering: MeteringRepository,
    private readonly unitOfWork: UnitOfWork,
    private readonly meterOutbox: MeterOutboxService,
    private readonly stripe: StripeConnection,
  ) {
    super(leader, { intervalMs: INTERVAL_MS, failure: 'metering: failed to report usage', isEnabled: stripe.isSetUp });
  }

  override async pass(): Promise<void> {
    await this.metering.endLedgersWithoutSubscription();
    await this.startUnmetered();
    const reports = await this.unitOfWork.run((repositories) => repositories.metering.enqueueReports());
    const attempts = await this.meterOutbox.sendDueReports(() => this.isStopping);
    if (reports + attempts > 0) this.logger.info({ reports, attempts }, 'metering: reported minutes');
  }

  private async startUnmetered(): Promise<void> {
    for (const subscription of await this.metering.listUnmetered()) {
      if (this.isStopping) return;
      const { accountId, subscriptionId } = subscription;
      try {
        if (await this.startMetering(subscription))
          this.logger.info({ accountId, subscriptionId }, 'metering: started for subscription');
      } catch (error) {
        const { code } = toAppError(error);
        this.logger.warn(
          { err: error, accountId, subscriptionId, code },
          'metering: failed to start for subscription; will retry',
        );
      }
    }
  }

  // Starts metering from the start of the current billing period in Stripe. Does nothing if the subscription isn't live
  // there; Stripe's events will update the account.
  private async startMetering(subscription: UnmeteredSubscription): Promise<boolean> {
    const { accountId, subscriptionId } = subscription;
    const stripeSubscription = await this.stripe.use((stripe) => retrieveSubscription(stripe, subscriptionId));
    if (!stripeSubscription || !isLive(stripeSubscription.status)) return false;
    const { periodStart } = readSubscription(stripeSubscription);
    return this.unitOfWork.run(
      async ({ accounts, metering }) =>
        (await accounts.lock(accountId)) !== null && metering.openLedger(subscription, periodStart),
    );
  }
}
