import { Inject, Injectable } from '@nestjs/common';

import type { NewActivity } from '@ringwell/database/accounts/security/activity.repository';
import {
  ABANDONMENT_MESSAGES,
  MeterOutboxRepository,
  type AbandonedMeterEvent,
  type ClaimedMeterEvent,
  type MeterOutcome,
} from '@ringwell/database/billing/meter-outbox.repository';
import { UnitOfWork } from '@ringwell/database/unit-of-work';
import { toAppError } from '@ringwell/domain/errors/app-error';
import { plural } from '@ringwell/domain/text/plural';
import type { Logger } from '@ringwell/platform/logging/create-logger';
import { LOGGER } from '@ringwell/platform/logging/logger.module';
import { BILLING_UNREACHABLE, sendMinutes } from '@ringwell/platform/stripe/meter-events';
import { StripeConnection } from '@ringwell/platform/stripe/stripe-connection';

import { STRIPE_ACTOR } from '../apply-subscription';

// Each request takes over 10 ms, so eight in parallel stay well below Stripe's limit of 1,000 per second.
const CONCURRENCY = 8;
const MINUTE_MS = 60_000;
// Delays after failed attempts. The last one repeats until the report expires.
const RETRY_DELAYS_MS = [1, 2, 5, 10, 30, 60].map((minutes) => minutes * MINUTE_MS);
// Errors that guarantee Stripe didn't count the minutes. After any other error, it may have.
const UNCOUNTED_ERRORS: ReadonlySet<string> = new Set([
  'BILLING_REFUSED',
  'BILLING_KEY_REFUSED',
  'BILLING_BUSY',
  BILLING_UNREACHABLE,
]);
// The only error code that's specific to one report. Any other error would affect all reports.
const SINGLE_REPORT_ERROR = 'BILLING_REFUSED';

/**
 * Sends the reports in the outbox to Stripe's meter. If a response is lost, the report is resent with the same
 * identifier, which Stripe deduplicates for 24 hours. After that it's abandoned, because it could be charged twice.
 */
@Injectable()
export class MeterOutboxService {
  constructor(
    private readonly outbox: MeterOutboxRepository,
    private readonly unitOfWork: UnitOfWork,
    private readonly stripe: StripeConnection,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Sends due reports, and stops at an error that would affect all of them.
   * @returns the number of attempts
   */
  async sendDueReports(isStopping = (): boolean => false): Promise<number> {
    await this.abandonExpired();
    let attempts = 0;
    let canContinue = true;
    while (canContinue && !isStopping()) {
      const dueEvents = await this.outbox.claimDue(CONCURRENCY);
      const outcomes = await Promise.all(dueEvents.map((event) => this.send(event)));
      attempts += dueEvents.length;
      canContinue =
        dueEvents.length > 0 &&
        outcomes.every(({ error }) => error === undefined || error.code === SINGLE_REPORT_ERROR);
    }
    return attempts;
  }

  private async send(event: ClaimedMeterEvent): Promise<MeterOutcome> {
    const outcome = await this.trySend(event);
    await this.outbox.recordOutcome(event, outcome);
    return outcome;
  }

  private async trySend(event: ClaimedMeterEvent): Promise<MeterOutcome> {
    const { id: identifier, customerId, minutes, usedAt, attempts: attempt } = event;
    try {
      await this.stripe.use((stripe) => sendMinutes(stripe, { identifier, customerId, minutes, usedAt }));
      return { result: 'sent' };
    } catch (thrown) {
      const { code, message } = toAppError(thrown);
      const delayMs = RETRY_DELAYS_MS[Math.min(attempt, RETRY_DELAYS_MS.length) - 1];
      this.logger.warn(
        { err: thrown, meterEventId: identifier, attempt, code, delayMs },
        'metering: failed to report minutes; will retry',
      );
      return { result: UNCOUNTED_ERRORS.has(code) ? 'refused' : 'unanswered', delayMs, error: { code, message } };
    }
  }

  private async abandonExpired(): Promise<void> {
    const abandonedEvents = await this.unitOfWork.run(async ({ meterOutbox, activity }) => {
      const events = await meterOutbox.abandonExpired();
      for (const entry of toActivities(events)) await activity.record(STRIPE_ACTOR, entry);
      return events;
    });
    if (abandonedEvents.length > 0)
      this.logger.error({ meterEventIds: abandonedEvents.map(({ id }) => id) }, 'metering: gave up on reports');
  }
}

function toActivities(abandonedEvents: readonly AbandonedMeterEvent[]): NewActivity[] {
  return Object.entries(ABANDONMENT_MESSAGES).flatMap(([code, sentence]) => {
    const events = abandonedEvents.filter(({ errorCode }) => errorCode === code);
    if (events.length === 0) return [];
    const minutes = events.reduce((sum, event) => sum + event.minutes, 0);
    return [
      {
        action: 'Usage report failed' as const,
        description:
          `${plural(minutes, 'minute')} of usage may not have been reported. ${sentence} ` +
          'Run "npm run usage-report" to see the accounts.',
        metadata: { code, minutes, meterEventIds: events.map(({ id }) => id) },
      },
    ];
  });
}
