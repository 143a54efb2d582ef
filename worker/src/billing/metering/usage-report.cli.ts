import { parseArgs } from 'node:util';

import { MeteringReportRepository } from '@ringwell/database/billing/metering-report.repository';
import { openDatabase } from '@ringwell/database/data-source';
import { exitWithFailure } from '@ringwell/database/explain-failure';
import { invalid } from '@ringwell/domain/errors/app-error';
import { loadSettings } from '@ringwell/platform/config/load-config';
import { StripeConnection } from '@ringwell/platform/stripe/stripe-connection';

import { listDifferences, parseReportMonth, formatUsageReport } from './usage-report';
import { UsageReportService } from './usage-report.service';

const STATEMENT_TIMEOUT_MS = 120_000;
const DIFFERENCES_EXIT_CODE = 1;
const FAILURE_EXIT_CODE = 2;

// Exit code 1: differences were found. 2: the report failed, or Stripe didn't respond.
async function main(): Promise<void> {
  const {
    values: { month: name = new Date().toISOString().slice(0, 7) },
  } = parseArgs({ options: { month: { type: 'string' } } });
  const month = parseReportMonth(name);
  if (!month || month.from > new Date())
    throw invalid('USAGE', `"${name}" isn't a past or current month. Use the format --month 2026-11.`);
  const config = loadSettings(['DATABASE_URL', 'STRIPE_SECRET_KEY', 'STRIPE_BASE_URL']);
  const dataSource = await openDatabase({
    url: config.DATABASE_URL,
    poolSize: 2,
    applicationName: 'ringwell-usage-report',
    statementTimeoutMs: STATEMENT_TIMEOUT_MS,
  });
  try {
    const stripe = new StripeConnection({ secretKey: config.STRIPE_SECRET_KEY, baseUrl: config.STRIPE_BASE_URL });
    const { accounts, failedEvents, stripeError } = await new UsageReportService(
      new MeteringReportRepository(dataSource.manager),
      stripe,
    ).createReport(month);
    process.stdout.write(`${formatUsageReport(month, accounts, failedEvents)}\n`);
    if (stripeError)
      process.stdout.write(
        `\nStripe's numbers are missing: ${stripe.isSetUp ? stripeError.message : 'STRIPE_SECRET_KEY is not set.'}\n`,
      );
    if (stripeError && stripe.isSetUp) process.exitCode = FAILURE_EXIT_CODE;
    else if (accounts.some((account) => listDifferences(account).length > 0)) process.exitCode = DIFFERENCES_EXIT_CODE;
  } finally {
    await dataSource.destroy();
  }
}

main().catch((error: unknown) => exitWithFailure('The report failed', error, FAILURE_EXIT_CODE));
