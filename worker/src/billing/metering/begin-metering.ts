import { Injectable } from '@nestjs/common';

import { MeteringRepository, type UnmeteredSubscription } from '@ringwell/database/billing/metering.repository';
import { UnitOfWork } from '@ringwell/database/unit-of-work';
import { isLive } from '@ringwell/domain/subscription';
import { readSubscription } from '@ringwell/platform/stripe/read-subscription';
import { StripeConnection } from '@ringwell/platform/stripe/stripe-connection';
import { retrieveSubscription } from '@ringwell/platform/stripe/stripe-subscriptions';

/** Begins to count minutes when an account has subscribed. */
@Injectable()
export class BeginMetering {
  constructor(
    private readonly metering: MeteringRepository,
    private readonly unitOfWork: UnitOfWork,
    private readonly stripe: StripeConnection,
  ) {}

  /** Subscriptions whose minutes are not counted yet. */
  unmetered(): Promise<UnmeteredSubscription[]> {
    return this.metering.listUnmetered();
  }

  /**
   * Counts from the begin of the month that is being paid for, which Stripe is asked for: for a new subscription, from its first
   * second. Nothing happens when Stripe does not know it as a live one, which its events will tell.
   * @returns whether it is counted from now on
   * @throws AppError as `StripeConnection.use`
   */
  async run(subscription: UnmeteredSubscription): Promise<boolean> {
    const { userId, subscriptionId } = subscription;
    const found = await this.stripe.use((stripe) => retrieveSubscription(stripe, subscriptionId));
    if (!found || !isLive(found.status)) return false;
    const { periodStart } = readSubscription(found);
    return this.unitOfWork.run(
      async ({ users, metering }) =>
        (await users.lock(userId)) !== null && metering.openLedger(subscription, periodStart),
    );
  }
}
