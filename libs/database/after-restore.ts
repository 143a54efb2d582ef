import { parseArgs } from 'node:util';

import type { DataSource, EntityManager } from 'typeorm';

import { METER_EVENT_NAME } from '@ringwell/domain/billing/plans';
import { invalid } from '@ringwell/domain/errors/app-error';
import { plural } from '@ringwell/domain/text/plural';
import { loadSettings } from '@ringwell/platform/config/load-config';
import { findMeterId, fetchMeteredMinutes } from '@ringwell/platform/stripe/meter-events';
import { StripeConnection } from '@ringwell/platform/stripe/stripe-connection';

import { RestoredMeteringRepository } from './billing/restored-metering.repository';
import { openDatabase } from './data-source';
import { WAITS_FOR_SETUP } from './deliveries/deliveries.repository';
import { exitWithFailure } from './explain-failure';
import { row, rows } from './postgres/sql';
import { WORKER_ALIVE_SECONDS } from './scheduling/dispatch.repository';

const STATEMENT_TIMEOUT_MS = 600_000;
const RESTART_PROCESSING_TIME = `
  update calls set started_at = null, deadline_at = null
  where state in ('queued', 'released', 'running') and deadline_at is not null`;
const NOT_SENT_REASON = 'Not sent: the database was restored from a backup.';
const SUPPRESS_DELIVERIES = `
  update deliveries set state = 'suppressed', error_code = 'RESTORED', error_message = $1, lease_token = null,
    lease_until = null
  where state in ('pending', 'retry', 'unknown', 'sending', 'verifying') or ${WAITS_FOR_SETUP} returning id`;
const FAIL_PENDING_EMAILS = `
  update mails set state = 'failed', error_code = 'RESTORED', error_message = $1, lease_until = null, sealed_link = null
  where state in ('pending', 'sending') returning id`;

export interface RestoreReport {
  deliveries: number;
  emails: number;
  /** Number of unsent reports to Stripe's meter; null if Stripe isn't set up. */
  meterReports: number | null;
}

/**
 * Discards messages and emails that were unsent when the restored backup was taken, because most of them have been sent
 * since. Minutes that Stripe already has aren't reported again, and unfinished calls get their full processing time.
 * Safe to repeat.
 * @throws AppError if a worker is running, or from `StripeConnection.use`; in either case, nothing has been changed
 */
export async function discardUnsentMessages(dataSource: DataSource, stripe: StripeConnection): Promise<RestoreReport> {
  const { manager } = dataSource;
  await assertNoWorker(manager);
  const stripeMinutes = stripe.isSetUp ? await fetchStripeMinutes(manager, stripe) : undefined;
  return dataSource.transaction(async (transaction) => {
    await rows(transaction, RESTART_PROCESSING_TIME);
    return {
      deliveries: (await rows(transaction, SUPPRESS_DELIVERIES, [NOT_SENT_REASON])).length,
      emails: (await rows(transaction, FAIL_PENDING_EMAILS, [NOT_SENT_REASON])).length,
      meterReports: stripeMinutes ? await new RestoredMeteringRepository(transaction).reconcile(stripeMinutes) : null,
    };
  });
}

async function assertNoWorker(manager: EntityManager): Promise<void> {
  const liveWorker = await row(
    manager,
    'select id from workers where last_seen_at > now() - make_interval(secs => $1) limit 1',
    [WORKER_ALIVE_SECONDS],
  );
  if (liveWorker) throw invalid('USAGE', 'A worker is running. Stop all workers, then run this again.');
}

async function fetchStripeMinutes(manager: EntityManager, stripe: StripeConnection): Promise<Map<string, number>> {
  const ledgers = await new RestoredMeteringRepository(manager).listLedgers();
  return stripe.use(async (client) => {
    const meterId = await findMeterId(client);
    if (meterId === undefined)
      throw invalid('USAGE', `Stripe has no meter ${METER_EVENT_NAME}. Run: npm run stripe:setup`);
    const minutes = new Map<string, number>();
    for (const { id, customerId, beganAt } of ledgers)
      minutes.set(id, await fetchMeteredMinutes(client, meterId, customerId, { from: beganAt, until: new Date() }));
    return minutes;
  });
}

async function main(): Promise<void> {
  parseArgs({ options: {} }); // rejects any arguments
  const config = loadSettings(['DATABASE_URL', 'STRIPE_SECRET_KEY', 'STRIPE_BASE_URL']);
  const dataSource = await openDatabase({
    url: config.DATABASE_URL,
    poolSize: 2,
    applicationName: 'ringwell-after-restore',
    statementTimeoutMs: STATEMENT_TIMEOUT_MS,
  });
  try {
    const stripe = new StripeConnection({ secretKey: config.STRIPE_SECRET_KEY, baseUrl: config.STRIPE_BASE_URL });
    const { deliveries, emails, meterReports } = await discardUnsentMessages(dataSource, stripe);
    process.stdout.write(
      `Left unsent: ${plural(deliveries, 'message')}, ${plural(emails, 'email')}.\n` +
        (meterReports === null
          ? 'Minutes were not compared with Stripe: STRIPE_SECRET_KEY is not set.\n'
          : `Minutes that Stripe already has are treated as reported; ${meterReports} pending reports were replaced.\n`) +
        'You can start Ringwell now.\n',
    );
  } finally {
    await dataSource.destroy();
  }
}

if (require.main === module) {
  main().catch((error: unknown) => exitWithFailure('Nothing was changed', error));
}
