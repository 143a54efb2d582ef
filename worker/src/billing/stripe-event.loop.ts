import { Injectable } from '@nestjs/common';

import { StripeEventsRepository, type ClaimedStripeEvent } from '@ringwell/database/billing/stripe-events.repository';
import { UnitOfWork } from '@ringwell/database/unit-of-work';
import { toAppError, type AppError } from '@ringwell/domain/errors/app-error';
import { StripeConnection } from '@ringwell/platform/stripe/stripe-connection';

import { LeaderElectionService } from '../leader/leader-election.service';
import { LeaderLoop } from '../leader/leader-loop';
import { AccountSubscriptionsService } from './account-subscriptions.service';
import { applySubscription, STRIPE_ACTOR } from './apply-subscription';

const INTERVAL_MS = 2_000;
const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
// Delays after failed attempts, about a day in total.
const RETRY_DELAYS_MS = [
  5 * SECOND_MS,
  30 * SECOND_MS,
  2 * MINUTE_MS,
  10 * MINUTE_MS,
  30 * MINUTE_MS,
  HOUR_MS,
  2 * HOUR_MS,
  4 * HOUR_MS,
  8 * HOUR_MS,
  8 * HOUR_MS,
];

/** Processes Stripe's events. Without a Stripe key, they stay queued. */
@Injectable()
export class StripeEventLoop extends LeaderLoop {
  constructor(
    leader: LeaderElectionService,
    private readonly events: StripeEventsRepository,
    private readonly accounts: AccountSubscriptionsService,
    private readonly unitOfWork: UnitOfWork,
    stripe: StripeConnection,
  ) {
    super(leader, {
      intervalMs: INTERVAL_MS,
      failure: 'billing: failed to process Stripe events',
      isEnabled: stripe.isSetUp,
    });
  }

  override async pass(): Promise<number> {
    let attempts = 0;
    for (;;) {
      const event = this.isStopping ? undefined : await this.events.claimDue();
      if (!event) return attempts;
      await this.process(event);
      attempts += 1;
    }
  }

  private async process(event: ClaimedStripeEvent): Promise<void> {
    const { id: eventId, type: eventType, subscriptionId, attempts: attempt } = event;
    try {
      const match = subscriptionId === null ? undefined : await this.accounts.findBySubscription(subscriptionId);
      if (match)
        await this.unitOfWork.run(async (repositories) => {
          await applySubscription(repositories, match, event.claimedAt);
          await repositories.stripeEvents.markDone(event);
        });
      else await this.events.markDone(event);
      this.logger.info(
        { eventId, eventType, attempt, accountId: match?.accountId, subscriptionStatus: match?.subscription.status },
        'billing: processed Stripe event',
      );
    } catch (error) {
      await this.postpone(event, error);
    }
  }

  private async postpone(event: ClaimedStripeEvent, thrown: unknown): Promise<void> {
    const { id: eventId, type: eventType, attempts: attempt } = event;
    const error = toAppError(thrown);
    const logFields = { err: thrown, eventId, eventType, attempt, code: error.code };
    const delayMs = RETRY_DELAYS_MS[attempt - 1];
    if (delayMs === undefined) {
      await this.giveUp(event, error);
      this.logger.error(logFields, 'billing: gave up on Stripe event');
      return;
    }
    await this.events.recordFailure(event, error, delayMs);
    this.logger.warn({ ...logFields, delayMs }, 'billing: failed to process Stripe event; will retry');
  }

  // An event that is resent from Stripe's dashboard is processed again.
  private async giveUp(event: ClaimedStripeEvent, { code, message }: AppError): Promise<void> {
    const { id: eventId, type: eventType } = event;
    await this.unitOfWork.run(async ({ stripeEvents, activity }) => {
      await stripeEvents.recordFailure(event, { code, message });
      await activity.record(STRIPE_ACTOR, {
        action: 'Payment event failed',
        description:
          `${eventType} (${eventId}) couldn't be processed: ${message} ` +
          "Resend the event from Stripe's dashboard. " +
          "Until then, an account may have more or less than it's paying for.",
        metadata: { eventId, eventType, code },
      });
    });
  }
}
