import { randomUUID } from 'node:crypto';

import type { AccountSettings } from '@ringwell/database/accounts/settings/account-settings.entity';
import { createLogger } from '@ringwell/platform/logging/create-logger';
import { StripeConnection } from '@ringwell/platform/stripe/stripe-connection';
import { recordUsage } from '@ringwell/testing/record-usage';
import { useTestDatabase } from '@ringwell/testing/test-database';
import { useStripe } from '@ringwell/testing/use-stripe';

import { fakeLeader } from '../../leader/testing/fake-leader';
import { MeterOutboxService } from './meter-outbox.service';
import { MeteringLoop } from './metering.loop';

const LOGGER = createLogger({ service: 'test', level: 'fatal' });
const METER = { id: 'mtr_1', event_name: 'ringwell_minutes', display_name: 'Minutes' };
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

describe('metered minutes', () => {
  const periodStart = new Date(Math.floor((Date.now() - HOUR_MS) / 1_000) * 1_000);
  const periodEnd = new Date(periodStart.getTime() + 30 * DAY_MS);
  const previousPeriodStart = new Date(periodStart.getTime() - 30 * DAY_MS);
  const stripe = useStripe();
  const database = useTestDatabase();
  let accountId: string;

  beforeAll(async () => {
    stripe.catalog.put('billing/meters', METER);
  });
  beforeEach(async () => {
    ({
      account: { id: accountId },
    } = await database.makeAccount({ account: { activatedAt: timeAfterStart(-17 * DAY_MS) } }));
  });

  const timeAfterStart = (ms: number): Date => new Date(periodStart.getTime() + ms);
  const recordMinutes = (minutes: number, when: Date): Promise<void> =>
    recordUsage(database.dataSource, accountId, minutes, when);
  async function subscribe(startedAt: Date, settings: Partial<AccountSettings>): Promise<string> {
    const [sub, customer] = [`sub_${randomUUID()}`, `cus_${randomUUID()}`];
    const start = startedAt.getTime() / 1_000;
    stripe.subscribe(sub, { customer, metadata: { userId: accountId }, created: start, periodStart: start });
    await database.repositories.accounts.updateSettings(accountId, {
      stripeSubscriptionId: sub,
      stripeCustomerId: customer,
      subscriptionStatus: 'active',
      billingAnchor: periodStart,
      ...settings,
    });
    return customer;
  }
  async function pass(): Promise<void> {
    const [unitOfWork, metering] = [database.unitOfWork, database.repositories.metering];
    const connection = new StripeConnection({ secretKey: stripe.secretKey, baseUrl: stripe.origin });
    await new MeteringLoop(
      fakeLeader(),
      metering,
      unitOfWork,
      new MeterOutboxService(database.repositories.meterOutbox, unitOfWork, connection, LOGGER),
      connection,
    ).pass();
  }
  // Minutes before and within the period.
  function sumChargedMinutes(customer: string): [number, number] {
    const events = stripe.meter.events.filter((event) => event.customer === customer);
    const sum = (meterEvents: typeof events): number =>
      meterEvents.reduce((minutes, { value }) => minutes + Number(value), 0);
    const isInPeriod = ({ timestamp }: { timestamp: number }): boolean => timestamp * 1_000 >= periodStart.getTime();
    return [sum(events.filter((event) => !isInPeriod(event))), sum(events.filter(isInPeriod))];
  }
  const readMeteredMinutes = (): Promise<number> =>
    database.repositories.usage.sumMinutes(accountId, {
      startsAt: periodStart,
      endsAt: periodEnd,
    });

  it.each<[string, Partial<AccountSettings>]>([
    ['the current period is stored', { currentPeriodStart: periodStart, currentPeriodEnd: periodEnd }],
    ['its renewal has not been stored yet', { currentPeriodStart: previousPeriodStart, currentPeriodEnd: periodStart }],
  ])('belong to the period they were used in, even if they are metered later, when %s', async (_case, settings) => {
    const customer = await subscribe(timeAfterStart(-10 * DAY_MS), settings);
    await recordMinutes(3, timeAfterStart(-1));
    await recordMinutes(5, periodStart);
    await recordMinutes(2, timeAfterStart(60_000));
    await pass();
    await recordMinutes(1, timeAfterStart(120_000));
    await pass();
    expect(sumChargedMinutes(customer)).toEqual([3, 8]);
    expect(await readMeteredMinutes()).toBe(8);
  });

  it('match the displayed minutes when a manually activated account subscribes midday', async () => {
    for (const when of [timeAfterStart(-16 * DAY_MS), timeAfterStart(-60_000), timeAfterStart(-1)])
      await recordMinutes(50, when);
    const customer = await subscribe(periodStart, { currentPeriodStart: periodStart, currentPeriodEnd: periodEnd });
    await recordMinutes(8, periodStart);
    await recordMinutes(9, timeAfterStart(60_000));
    await pass();
    await pass();
    expect(sumChargedMinutes(customer)).toEqual([0, 17]);
    expect(await readMeteredMinutes()).toBe(17);
  });
});
