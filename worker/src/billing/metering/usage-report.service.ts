import {
  MeteringReportRepository,
  type FailedMeterEvent,
  type MeteredAccount,
} from '@ringwell/database/billing/metering-report.repository';
import { METER_EVENT_NAME } from '@ringwell/domain/billing/plans';
import { AppError, unavailable } from '@ringwell/domain/errors/app-error';
import { findMeterId, fetchMeteredMinutes } from '@ringwell/platform/stripe/meter-events';
import { StripeConnection } from '@ringwell/platform/stripe/stripe-connection';

import type { ReportedAccount, ReportMonth } from './usage-report';

export interface UsageReport {
  accounts: ReportedAccount[];
  failedEvents: FailedMeterEvent[];
  stripeError?: AppError;
}

/** Compares a month's minutes in the usage records, the meter outbox and Stripe's meter. */
export class UsageReportService {
  constructor(
    private readonly report: MeteringReportRepository,
    private readonly stripe: StripeConnection,
  ) {}

  /** Omits Stripe's numbers if Stripe isn't set up, can't be reached or has no meter. */
  async createReport({ from, until }: ReportMonth): Promise<UsageReport> {
    const [accounts, failedEvents] = await Promise.all([
      this.report.listAccounts(from, until),
      this.report.listFailedReports(from, until),
    ]);
    try {
      return { accounts: await this.addStripeNumbers(accounts, { from, until }), failedEvents };
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return { accounts, failedEvents, stripeError: error };
    }
  }

  private addStripeNumbers(
    accounts: readonly MeteredAccount[],
    { from, until }: Pick<ReportMonth, 'from' | 'until'>,
  ): Promise<ReportedAccount[]> {
    return this.stripe.use(async (stripe) => {
      const meterId = await findMeterId(stripe);
      if (meterId === undefined)
        throw unavailable('METER_MISSING', `Stripe has no meter ${METER_EVENT_NAME}. Run: npm run stripe:setup`);
      const now = new Date();
      const reportedAccounts: ReportedAccount[] = [];
      for (const account of accounts) {
        let stripeMinutes = 0;
        for (const customerId of account.customerIds)
          stripeMinutes += await fetchMeteredMinutes(stripe, meterId, customerId, {
            from,
            until: until < now ? until : now,
          });
        reportedAccounts.push({ ...account, stripeMinutes });
      }
      return reportedAccounts;
    });
  }
}
