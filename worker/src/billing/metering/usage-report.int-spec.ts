import { randomUUID } from 'node:crypto';

import { MeteringReportRepository } from '@ringwell/database/billing/metering-report.repository';
import { MeterEvent, MeterLedger } from '@ringwell/database/billing/metering.entity';
import { UnitOfWork } from '@ringwell/database/unit-of-work';
import { StripeConnection } from '@ringwell/platform/stripe/stripe-connection';
import { FakeStripeServer } from '@ringwell/testing/fake-stripe-server';
import { recordUsage } from '@ringwell/testing/record-usage';
import { useTestDatabase } from '@ringwell/testing/test-database';
import { useStripe } from '@ringwell/testing/use-stripe';

import { listDifferences, parseReportMonth, formatUsageReport, type ReportMonth } from './usage-report';
import { UsageReportService, type UsageReport } from './usage-report.service';

const MONTH = parseReportMonth('2026-10') as ReportMonth;
const IN_MONTH = new Date('2026-10-15T12:00:00Z');

describe('UsageReportService', () => {
  const stripe = useStripe();
  const database = useTestDatabase();
  let [accountId, email, customer] = ['', '', ''];

  beforeAll(async () => {});
  beforeEach(async () => {
    stripe.meter.clear();
    stripe.catalog.clear();
    stripe.catalog.put('billing/meters', { id: 'mtr_1', event_name: 'ringwell_minutes' });
    for (const table of ['meter_outbox', 'accounts', 'users']) await database.query(`delete from ${table}`);
    const { account, user } = await database.makeAccount();
    [accountId, email, customer] = [account.id, user.email ?? '', `cus_${randomUUID()}`];
    await startCharging(accountId, customer);
  });

  const startCharging = (chargedAccountId: string, customerId: string): Promise<unknown> =>
    database.manager.insert(MeterLedger, {
      accountId: chargedAccountId,
      subscriptionId: `sub_${chargedAccountId}`,
      customerId,
      beganAt: new Date('2026-09-20T00:00:00Z'),
    });

  const recordMinutes = (minutes: number, at = IN_MONTH): Promise<void> =>
    recordUsage(database.dataSource, accountId, minutes, at);
  async function insertReports(minutes: number, state: MeterEvent['state'], usedAt = IN_MONTH): Promise<void> {
    await database.manager.insert(MeterEvent, {
      accountId,
      customerId: customer,
      minutes,
      usedAt,
      state,
      ...(state === 'failed' && { errorMessage: 'It was abandoned.' }),
    });
  }
  // Minutes in Stripe's meter, regardless of the outbox.
  function addStripeMinutes(minutes: number, at = IN_MONTH): void {
    stripe.meter.events.push({
      identifier: randomUUID(),
      customer,
      value: String(minutes),
      timestamp: at.getTime() / 1_000,
    });
  }
  const createReport = (secretKey: string | undefined = stripe.secretKey, month = MONTH): Promise<UsageReport> =>
    new UsageReportService(
      new MeteringReportRepository(database.manager),
      new StripeConnection({ secretKey, baseUrl: stripe.origin }),
    ).createReport(month);
  const findDifferences = async (): Promise<string[]> => (await createReport()).accounts.flatMap(listDifferences);

  it('finds no difference when only incomplete minutes differ', async () => {
    await recordMinutes(30.25, new Date('2026-10-01T00:00:00Z'));
    await recordMinutes(12.5, new Date('2026-10-31T23:59:59Z'));
    await recordMinutes(99, new Date('2026-11-01T00:00:00Z'));
    await insertReports(40, 'sent');
    await insertReports(2, 'pending');
    await insertReports(99, 'sent', new Date('2026-11-01T00:00:00Z'));
    addStripeMinutes(40);
    addStripeMinutes(99, new Date('2026-11-01T00:00:00Z'));
    const { accounts, failedEvents, stripeError } = await createReport();
    expect(accounts).toMatchObject([
      {
        accountId,
        email,
        customerIds: [customer],
        recorded: 42.75,
        sent: 40,
        pending: 2,
        failed: 0,
        stripeMinutes: 40,
      },
    ]);
    expect([failedEvents, stripeError, await findDifferences()]).toEqual([[], undefined, []]);
  });

  it('lists each account with its own owner', async () => {
    const otherAccount = await database.makeAccount();
    await startCharging(otherAccount.account.id, 'cus_other');
    await recordMinutes(10);
    await recordUsage(database.dataSource, otherAccount.account.id, 20, IN_MONTH);
    const { accounts } = await createReport();
    expect(accounts.map(({ accountId: id, email: owner }) => [id, owner]).sort()).toEqual(
      [
        [accountId, email],
        [otherAccount.account.id, otherAccount.user.email],
      ].sort(),
    );
  });

  it.each<[string, [recorded: number, sent: number, pending: number, failed: number, stripeMinutes: number], RegExp[]]>(
    [
      ['was not reported', [44, 42, 1, 0, 42], [/^1\.00 minutes were recorded but not reported/]],
      ['was reported but not recorded', [40.5, 42, 0, 0, 42], [/^1\.50 minutes were reported but not recorded/]],
      ['is missing from Stripe', [42, 42, 0, 0, 40], [/is missing 2 minutes/]],
      ['exists only in Stripe', [42, 40, 2, 0, 43], [/has 1 minute more than we sent/]],
      ['was abandoned', [42, 40, 0, 2, 40], [/^2 minutes were abandoned/]],
      [
        'was partly abandoned and partly lost',
        [42, 40, 0, 1, 39],
        [/./, /^1 minute was abandoned/, /is missing 1 minute\./],
      ],
      ['was abandoned but arrived', [42, 40, 0, 2, 42], []],
      ['may have arrived', [42, 40, 2, 0, 42], []],
    ],
  )(
    'lists the differences, if any, for usage that %s',
    async (_case, [recorded, sent, pending, failed, stripeMinutes], sentences) => {
      await recordMinutes(recorded);
      await insertReports(sent, 'sent');
      if (pending > 0) await insertReports(pending, 'sending');
      if (failed > 0) await insertReports(failed, 'failed');
      addStripeMinutes(stripeMinutes);
      expect(await findDifferences()).toEqual(sentences.map((sentence) => expect.stringMatching(sentence) as string));
    },
  );

  it('ignores usage from the last minute, which has not been reported yet', async () => {
    const month = parseReportMonth(new Date().toISOString().slice(0, 7)) as ReportMonth;
    await recordMinutes(10, new Date());
    expect((await createReport(stripe.secretKey, month)).accounts.flatMap(listDifferences)).toEqual([]);
  });

  it('only counts usage during a live subscription', async () => {
    await database.manager.update(
      MeterLedger,
      { accountId },
      { beganAt: new Date('2026-10-10T00:00:00Z'), endedAt: new Date('2026-10-20T00:00:00Z') },
    );
    for (const day of ['09', '10', '19', '20']) await recordMinutes(10, new Date(`2026-10-${day}T06:00:00Z`));
    await insertReports(20, 'sent');
    expect((await createReport(undefined)).accounts).toMatchObject([{ recorded: 20 }]);
  });

  it('omits Stripe when its minutes are unavailable, and states the reason', async () => {
    await recordMinutes(5);
    await insertReports(5, 'sent');
    const reportWithoutKey = await new UsageReportService(
      new MeteringReportRepository(database.manager),
      new StripeConnection({ baseUrl: stripe.origin }),
    ).createReport(MONTH);
    expect(reportWithoutKey).toMatchObject({
      accounts: [{ recorded: 5, sent: 5 }],
      stripeError: { code: 'billing_not_configured' },
    });
    expect(stripe.requests).toEqual([]);
    stripe.reply = () =>
      FakeStripeServer.errorReply(401, { type: 'invalid_request_error', message: 'Invalid API Key' });
    expect(await createReport()).toMatchObject({
      accounts: [{ sent: 5 }],
      stripeError: { code: 'BILLING_KEY_REFUSED' },
    });
    stripe.reply = stripe.defaultReply;
    stripe.catalog.clear();
    expect(await createReport()).toMatchObject({ stripeError: { code: 'METER_MISSING' } });
  });

  it('lists deleted accounts by their customer ID', async () => {
    await insertReports(7, 'sent');
    await new UnitOfWork(database.dataSource).run(({ accounts }) => accounts.delete(accountId));
    addStripeMinutes(7);
    const { accounts } = await createReport();
    expect(accounts).toMatchObject([
      { accountId: null, email: null, customerIds: [customer], sent: 7, stripeMinutes: 7 },
    ]);
    expect(accounts.flatMap(listDifferences)).toEqual([]);
  });

  it('prints a table, one sentence per difference, and the abandoned reports', async () => {
    await recordMinutes(42);
    await insertReports(40, 'sent');
    await insertReports(2, 'failed');
    addStripeMinutes(40);
    const { accounts, failedEvents } = await createReport();
    const lines = formatUsageReport(MONTH, accounts, failedEvents).split('\n');
    expect(lines[0]).toBe('Minutes in 2026-10 (UTC)');
    expect(lines[3]?.split(/ +/)).toEqual([email, '42.00', '40', '0', '2', '40', 'DIFFERS']);
    expect(lines.slice(4)).toEqual([
      '  2 minutes were abandoned; see below.',
      '',
      'Abandoned:',
      `${failedEvents[0]?.id}  ${email}, ${customer}: 2 minutes used at 2026-10-15T12:00:00.000Z. It was abandoned.`,
    ]);
    expect(formatUsageReport(MONTH, [], [])).toBe('No account had metered usage in 2026-10.');
  });

  it.each(['2026-13', '2026-1', 'October', ''])('rejects the month %j', (name) => {
    expect(parseReportMonth(name)).toBeUndefined();
  });
});
