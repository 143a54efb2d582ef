import { Injectable } from '@nestjs/common';

import { MeteringRepository, type UnmeteredSubscription } from '@ringwell/database/billing/metering.repository';
import { UnitOfWork } from '@ringwell/database/unit-of-work';
import { isLive } from '@ringwell/domain/billing/subscription';
import { readSubscription } from '@ringwell/platform/stripe/read-subscription';
import { StripeConnection } from '@ringwell/platform/stripe/stripe-connection';
import { retrieveSubscription } from '@ringwell/platform/stripe/stripe-subscriptions';

@Injectable()
export class MeteringStartService {
  constructor(
    private readonly metering: MeteringRepository,
    private readonly unitOfWork: UnitOfWork,
    private readonly stripe: StripeConnection,
  ) {}

  listUnmetered(): Promise<UnmeteredSubscription[]> {
    return this.metering.listUnmetered();
  }

  /**
   * Starts metering from the start of the current billing period in Stripe. Does nothing if the subscription isn't live
   * there; Stripe's events will update the account.
   * @returns whether metering has started
   * @throws AppError as `StripeConnection.use`
   */
  async start(subscription: UnmeteredSubscription): Promise<boolean> {
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
