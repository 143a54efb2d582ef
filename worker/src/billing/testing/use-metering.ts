import { randomUUID } from 'node:crypto';

import { AccountsRepository } from '@ringwell/database/accounts/accounts.repository';
import { MeterOutboxRepository } from '@ringwell/database/billing/meter-outbox.repository';
import { MeterEvent, MeterLedger } from '@ringwell/database/billing/metering.entity';
import { MeteringRepository } from '@ringwell/database/billing/metering.repository';
import { createLogger } from '@ringwell/platform/logging/create-logger';
import { StripeConnection } from '@ringwell/platform/stripe/stripe-connection';
import { recordUsage } from '@ringwell/testing/record-usage';
import { useTestDatabase } from '@ringwell/testing/test-database';
import { useStripe } from '@ringwell/testing/use-stripe';

import { fakeLeader } from '../../leader/testing/fake-leader';
import { MeterOutboxService } from '../metering/meter-outbox.service';
import { MeteringLoop } from '../metering/metering.loop';

const LOGGER = createLogger({ service: 'test', level: 'fatal' });

export const METER = {
  id: 'mtr_1',
  event_name: 'ringwell_minutes',
  display_name: 'Minutes',
  default_aggregation: { formula: 'sum' },
};
export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;
export const ago = (ms: number): Date => new Date(Date.now() - ms);
export const unixSeconds = (time: Date): number => Math.floor(time.getTime() / 1_000);

export interface Subscriber {
  accountId: string;
  customer: string;
  subscription: string;
}

interface LoopOptions {
  timeoutMs?: number;
  isLeader?: boolean;
  baseUrl?: string;
  secretKey?: string;
  sends?: boolean;
}

class SilentOutbox extends MeterOutboxService {
  override sendDueReports(): Promise<number> {
    return Promise.resolve(0);
  }
}

/** Sets up a database with one subscriber, a fake Stripe with a meter, and the loop that reports minutes. */
export class MeteringHarness {
  // The default subscriber, which is created for each test and subscribed ten days ago.
  accountId = '';
  customer = '';

  constructor(
    readonly stripe: ReturnType<typeof useStripe>,
    readonly database: ReturnType<typeof useTestDatabase>,
  ) {}

  get accounts(): AccountsRepository {
    return this.database.repositories.accounts;
  }

  get outbox(): MeterOutboxRepository {
    return this.database.repositories.meterOutbox;
  }

  get metering(): MeteringRepository {
    return this.database.repositories.metering;
  }

  async reset(): Promise<void> {
    this.stripe.meter.clear();
    this.stripe.catalog.put('billing/meters', METER);
    for (const table of ['meter_outbox', 'meter_ledgers', 'activity_logs', 'accounts', 'users'])
      await this.database.query(`delete from ${table}`);
    this.setDefaultSubscriber(await this.createSubscriber());
  }

  // Makes a subscriber the default for the other methods.
  setDefaultSubscriber({ accountId, customer }: Subscriber): void {
    Object.assign(this, { accountId, customer });
  }

  async createSubscriber(startedAt = ago(10 * DAY_MS)): Promise<Subscriber> {
    const { account } = await this.database.makeAccount();
    return { accountId: account.id, ...(await this.subscribe(account.id, startedAt)) };
  }

  async subscribe(accountId: string, startedAt: Date): Promise<Omit<Subscriber, 'accountId'>> {
    const [subscription, customer] = [`sub_${randomUUID()}`, `cus_${randomUUID()}`];
    this.stripe.subscribe(subscription, {
      customer,
      metadata: { userId: accountId },
      created: unixSeconds(startedAt),
      periodStart: unixSeconds(startedAt),
    });
    await this.accounts.updateSettings(accountId, {
      stripeSubscriptionId: subscription,
      stripeCustomerId: customer,
      subscriptionStatus: 'active',
    });
    return { customer, subscription };
  }

  createLoop(options: LoopOptions = {}): MeteringLoop {
    const {
      timeoutMs = 60_000,
      isLeader = true,
      baseUrl,
      secretKey,
      sends = true,
    } = { baseUrl: this.stripe.origin, secretKey: this.stripe.secretKey, ...options };
    const { unitOfWork } = this.database;
    const connection = new StripeConnection({ secretKey, baseUrl, timeoutMs });
    return new MeteringLoop(
      fakeLeader(isLeader),
      this.metering,
      unitOfWork,
      new (sends ? MeterOutboxService : SilentOutbox)(this.outbox, unitOfWork, connection, LOGGER),
      connection,
    );
  }

  recordMinutes(minutes: number, at?: Date, accountId = this.accountId): Promise<void> {
    return recordUsage(this.database.dataSource, accountId, minutes, at);
  }

  pass(options?: LoopOptions): Promise<void> {
    return this.createLoop(options).pass();
  }

  // Fills the outbox without sending.
  async fillOutbox(): Promise<void> {
    await this.pass({ sends: false });
    await this.makeDue();
  }

  listEvents(): Promise<MeterEvent[]> {
    return this.database.manager.find(MeterEvent, { order: { createdAt: 'ASC', usedAt: 'ASC' } });
  }

  async listStates(): Promise<string[]> {
    return (await this.listEvents()).map(({ state }) => state);
  }

  listLedgers(): Promise<MeterLedger[]> {
    return this.database.manager.find(MeterLedger, {
      where: { accountId: this.accountId },
      order: { beganAt: 'ASC' },
    });
  }

  makeDue(): Promise<unknown> {
    return this.database.query(`update meter_outbox set run_after = now() where state in ('pending', 'sending')`);
  }

  listReportedMinutes(customer = this.customer): number[] {
    return this.stripe.meter.events.filter((event) => event.customer === customer).map(({ value }) => Number(value));
  }

  sumReportedMinutes(customer = this.customer): number {
    return this.listReportedMinutes(customer).reduce((sum, value) => sum + value, 0);
  }
}

export function useMetering(): MeteringHarness {
  const harness = new MeteringHarness(useStripe(), useTestDatabase());
  beforeEach(() => harness.reset());
  return harness;
}
