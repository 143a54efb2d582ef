import { Inject, Injectable } from '@nestjs/common';

import { StripeEventsRepository, type ClaimedStripeEvent } from '@ringwell/database/billing/stripe-events.repository';
import { UnitOfWork } from '@ringwell/database/unit-of-work';
import { toAppError, type AppError } from '@ringwell/domain/app-error';
import type { Logger } from '@ringwell/platform/logging/create-logger';
import { LOGGER } from '@ringwell/platform/logging/logger.module';
import { StripeConnection } from '@ringwell/platform/stripe/stripe-connection';

import { LeaderElectionService } from '../leader/leader-election.service';
import { LeaderLoop } from '../leader/leader-loop';
import { AccountSubscriptions } from './account-subscriptions';
import { ApplySubscription } from './apply-subscription';

const INTERVAL_MS = 2_000;
const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
/** Waits after tries in vain: about a day in all. */
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

/** Works off what Stripe has reported, when this worker leads. Without a key for Stripe the events wait. */
@Injectable()
export class StripeEventLoop extends LeaderLoop {
  constructor(
    leader: LeaderElectionService,
    private readonly events: StripeEventsRepository,
    private readonly accounts: AccountSubscriptions,
    private readonly applySubscription: ApplySubscription,
    private readonly unitOfWork: UnitOfWork,
    private readonly stripe: StripeConnection,
    @Inject(LOGGER) logger: Logger,
  ) {
    super(leader, logger, { intervalMs: INTERVAL_MS, failure: 'What Stripe reported could not be worked off.' });
  }

  override onApplicationBootstrap(): void {
    if (this.stripe.isSetUp) super.onApplicationBootstrap();
  }

  /** Works off what is due now. @returns how many events were tried */
  async processDue(): Promise<number> {
    let tried = 0;
    for (;;) {
      const event = this.isStopping ? undefined : await this.events.claimDue();
      if (!event) return tried;
      await this.process(event);
      tried += 1;
    }
  }

  protected override async pass(): Promise<void> {
    await this.processDue();
  }

  private async process(event: ClaimedStripeEvent): Promise<void> {
    const { id: eventId, type: eventType, subscriptionId, attempts: attempt } = event;
    try {
      const found = subscriptionId === null ? undefined : await this.accounts.around(subscriptionId);
      if (found) await this.applySubscription.run(event, found);
      else await this.events.markDone(event);
      this.logger.info(
        { eventId, eventType, attempt, userId: found?.userId, subscriptionStatus: found?.subscription.status },
        'An event of Stripe was worked off.',
      );
    } catch (error) {
      await this.postpone(event, error);
    }
  }

  private async postpone(event: ClaimedStripeEvent, thrown: unknown): Promise<void> {
    const { id: eventId, type: eventType, attempts: attempt } = event;
    const error = toAppError(thrown);
    const facts = { err: thrown, eventId, eventType, attempt, code: error.code };
    const delayMs = RETRY_DELAYS_MS[attempt - 1];
    if (delayMs === undefined) {
      await this.giveUp(event, error);
      this.logger.error(facts, 'An event of Stripe was given up.');
      return;
    }
    await this.events.recordFailure(event, error, delayMs);
    this.logger.warn({ ...facts, delayMs }, 'An event of Stripe could not be worked off; it is tried again.');
  }

  /** Where administrators see it. Stripe can be told to send the event again, which takes it up again. */
  private async giveUp(event: ClaimedStripeEvent, { code, message }: AppError): Promise<void> {
    const { id: eventId, type: eventType } = event;
    await this.unitOfWork.run(async ({ stripeEvents, activity }) => {
      await stripeEvents.recordFailure(event, { code, message });
      await activity.record(
        { userId: null, ipAddress: null, userAgent: null },
        {
          action: 'Payment event failed',
          description:
            `${eventType} (${eventId}) could not be worked off: ${message} ` +
            "Until it is, an account may have more or less than it pays for. Resend it in Stripe's dashboard.",
          metadata: { eventId, eventType, code },
        },
      );
    });
  }
}
