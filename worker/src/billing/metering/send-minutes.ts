import { Inject, Injectable } from '@nestjs/common';

import type { NewActivity } from '@ringwell/database/accounts/activity.repository';
import {
  ABANDONED,
  MeterOutboxRepository,
  type AbandonedMeterEvent,
  type ClaimedMeterEvent,
  type MeterOutcome,
} from '@ringwell/database/billing/meter-outbox.repository';
import { UnitOfWork } from '@ringwell/database/unit-of-work';
import { toAppError } from '@ringwell/domain/app-error';
import type { Logger } from '@ringwell/platform/logging/create-logger';
import { LOGGER } from '@ringwell/platform/logging/logger.module';
import { BILLING_UNREACHABLE, sendMinutes } from '@ringwell/platform/stripe/meter-events';
import { StripeConnection } from '@ringwell/platform/stripe/stripe-connection';

/** Requests at once. Stripe takes 1,000 a second, and answers none of them in a hundredth of one. */
const CONCURRENCY = 8;
const MINUTE_MS = 60_000;
/** Waits after tries in vain; the last one again and again, until the report can be sent no more. */
const RETRY_DELAYS_MS = [1, 2, 5, 10, 30, 60].map((minutes) => minutes * MINUTE_MS);
/** With these, Stripe has certainly not taken the minutes. With any other failure nobody knows. */
const NOT_TAKEN: ReadonlySet<string> = new Set([
  'BILLING_REFUSED',
  'BILLING_KEY_REFUSED',
  'BILLING_BUSY',
  BILLING_UNREACHABLE,
]);
/** The one failure that may be about a single report; with any other, no report would fare better now. */
const ABOUT_ONE = 'BILLING_REFUSED';

/**
 * Sends what is in the outbox to Stripe's meter. A report whose answer is lost is sent again under its identifier, which Stripe
 * knows for 24 hours; after that it is given up where administrators see it, rather than charged twice.
 */
@Injectable()
export class SendMinutes {
  constructor(
    private readonly outbox: MeterOutboxRepository,
    private readonly unitOfWork: UnitOfWork,
    private readonly stripe: StripeConnection,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Sends what is due, until Stripe has trouble that is not about one report. @param isStopping looked at between batches @returns how many were tried */
  async sendDue(isStopping = (): boolean => false): Promise<number> {
    await this.abandon();
    let tried = 0;
    let goesOn = true;
    while (goesOn && !isStopping()) {
      const due = await this.outbox.claimDue(CONCURRENCY);
      const outcomes = await Promise.all(due.map((event) => this.send(event)));
      tried += due.length;
      goesOn = due.length > 0 && !outcomes.some(({ error }) => error !== undefined && error.code !== ABOUT_ONE);
    }
    return tried;
  }

  private async send(event: ClaimedMeterEvent): Promise<MeterOutcome> {
    const outcome = await this.attempt(event);
    await this.outbox.recordOutcome(event, outcome);
    return outcome;
  }

  private async attempt(event: ClaimedMeterEvent): Promise<MeterOutcome> {
    const { id: identifier, customerId, minutes, usedAt, attempts: attempt } = event;
    try {
      await this.stripe.use((stripe) => sendMinutes(stripe, { identifier, customerId, minutes, usedAt }));
      return { result: 'sent' };
    } catch (thrown) {
      const { code, message } = toAppError(thrown);
      const delayMs = RETRY_DELAYS_MS[Math.min(attempt, RETRY_DELAYS_MS.length) - 1];
      this.logger.warn(
        { err: thrown, meterEventId: identifier, attempt, code, delayMs },
        'Minutes could not be reported to Stripe; they are tried again.',
      );
      return { result: NOT_TAKEN.has(code) ? 'refused' : 'unanswered', delayMs, error: { code, message } };
    }
  }

  /** One entry for all of a pass, as there may be many. */
  private async abandon(): Promise<void> {
    const abandoned = await this.unitOfWork.run(async ({ meterOutbox, activity }) => {
      const events = await meterOutbox.abandonExpired();
      for (const entry of entriesAbout(events))
        await activity.record({ userId: null, ipAddress: null, userAgent: null }, entry);
      return events;
    });
    if (abandoned.length > 0)
      this.logger.error(
        { meterEventIds: abandoned.map(({ id }) => id) },
        'Reports of minutes to Stripe were given up.',
      );
  }
}

/** What administrators read of reports that were given up, by reason. */
function entriesAbout(abandoned: readonly AbandonedMeterEvent[]): NewActivity[] {
  return Object.entries(ABANDONED).flatMap(([code, sentence]) => {
    const events = abandoned.filter(({ errorCode }) => errorCode === code);
    if (events.length === 0) return [];
    const minutes = events.reduce((sum, event) => sum + event.minutes, 0);
    return [
      {
        action: 'Usage report failed' as const,
        description:
          `${minutes} ${minutes === 1 ? 'minute' : 'minutes'} of usage could not be reported for certain. ${sentence} ` +
          '"npm run usage-report" shows whose they are.',
        metadata: { code, minutes, meterEventIds: events.map(({ id }) => id) },
      },
    ];
  });
}
