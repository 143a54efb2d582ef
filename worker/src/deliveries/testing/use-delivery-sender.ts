import { AccountsRepository } from '@ringwell/database/accounts/accounts.repository';
import type { Call } from '@ringwell/database/calls/call.entity';
import { Connection } from '@ringwell/database/deliveries/connection.entity';
import { DeliveriesRepository } from '@ringwell/database/deliveries/deliveries.repository';
import { Delivery } from '@ringwell/database/deliveries/delivery.entity';
import { DispatchRepository } from '@ringwell/database/scheduling/dispatch.repository';
import type { DeliveryChannelName } from '@ringwell/domain/deliveries/delivery';
import { providerFailed, type AppError } from '@ringwell/domain/errors/app-error';
import type { TestAccount } from '@ringwell/testing/make-account';
import { useTestDatabase } from '@ringwell/testing/test-database';

import { makeWorkerIdentity } from '../../calls/testing/make-worker-identity';
import {
  DeliveryChannel,
  type DeliveryMessage,
  type DigestMessage,
  type EventMessage,
  type LetterMessage,
  type SendResult,
  type Suppression,
  type MessageContext,
} from '../delivery-channel';
import { DeliverySenderService } from '../delivery-sender.service';
import { makeDeliverySender } from './make-delivery-sender';

export class ScriptedChannel extends DeliveryChannel {
  readonly sent: { id: string; isTest: boolean }[] = [];
  readonly calls: DeliveryMessage[] = [];
  readonly digests: DigestMessage[] = [];
  readonly events: EventMessage[] = [];
  readonly letters: LetterMessage[] = [];
  respond: () => SendResult = () => ({});
  suppressionReason: Suppression | null = null;
  setupProblem: Suppression | null = null;

  constructor(override readonly name: DeliveryChannelName) {
    super();
  }

  override get problem(): Suppression | null {
    return this.setupProblem;
  }

  override findSuppression(): Promise<Suppression | null> {
    return Promise.resolve(this.suppressionReason);
  }

  override async send(message: DeliveryMessage): Promise<SendResult> {
    this.calls.push(message);
    return this.record(message.delivery.id, false);
  }

  override async sendTest({ delivery }: MessageContext): Promise<SendResult> {
    return this.record(delivery.id, true);
  }

  override async sendDigest(message: DigestMessage): Promise<SendResult> {
    this.digests.push(message);
    return this.record(message.delivery.id, false);
  }

  override async sendLetter(message: LetterMessage): Promise<SendResult> {
    this.letters.push(message);
    return this.record(message.delivery.id, false);
  }

  override async sendEvent(message: EventMessage): Promise<SendResult> {
    this.events.push(message);
    return this.record(message.delivery.id, false);
  }

  private async record(id: string, isTest: boolean): Promise<SendResult> {
    this.sent.push({ id, isTest });
    return Promise.resolve(this.respond());
  }
}

// Fails with a transient error by default.
export const failWith =
  (init: Partial<ConstructorParameters<typeof AppError>[0]> = {}) =>
  (): never => {
    throw providerFailed('SLACK_UNREACHABLE', 'The service is down.', { retryable: true, ...init });
  };

interface PlanOptions {
  channel?: DeliveryChannelName;
  count?: number;
  destination?: string;
  call?: Partial<Call>;
}

/** Sets up a database with one account and a sender with scripted channels (Slack and callbacks by default). */
export class SenderHarness {
  account!: TestAccount;
  // The first channel passed to `useChannels`.
  channel = new ScriptedChannel('slack');
  sender!: DeliverySenderService;
  readonly identity = makeWorkerIdentity();

  constructor(readonly database: ReturnType<typeof useTestDatabase>) {}

  get accountId(): string {
    return this.account.account.id;
  }

  get deliveries(): DeliveriesRepository {
    return this.database.repositories.deliveries;
  }

  get dispatch(): DispatchRepository {
    return new DispatchRepository(this.database.dataSource);
  }

  get accounts(): AccountsRepository {
    return this.database.repositories.accounts;
  }

  useChannels(name: DeliveryChannelName, ...otherNames: DeliveryChannelName[]): void {
    this.channel = new ScriptedChannel(name);
    this.sender = this.createSender([this.channel, ...otherNames.map((otherName) => new ScriptedChannel(otherName))]);
  }

  createSender(
    channels: DeliveryChannel[],
    { kind = DeliverySenderService, deliveries = this.deliveries } = {},
  ): DeliverySenderService {
    return makeDeliverySender(this.database.manager, channels, { kind, deliveries, identity: this.identity });
  }

  async plan({ channel = 'slack', count = 1, destination = '#calls', call }: PlanOptions = {}): Promise<string[]> {
    const ids: string[] = [];
    for (let i = 0; i < count; i += 1) {
      const completedCall = await this.database.makeCompletedCall(this.accountId, { call });
      await this.deliveries.plan(completedCall, [{ channel, destination, destinationHash: destination, priority: 0 }]);
      ids.push((await this.database.manager.findOneByOrFail(Delivery, { callId: completedCall.id })).id);
    }
    return ids;
  }

  // Dispatches and sends once. Returns the number of leased deliveries.
  async pass(): Promise<number> {
    const leases = await this.dispatch.leaseDueDeliveries(['slack', 'callback', 'webhook', 'email'], 100);
    for (const lease of leases) await this.sender.send(lease);
    return leases.length;
  }

  makeDue(): Promise<unknown> {
    return this.database.query('update deliveries set run_after = now()');
  }

  findDelivery(id: string | undefined): Promise<Delivery> {
    return this.database.manager.findOneByOrFail(Delivery, { id });
  }

  findConnection(): Promise<Connection> {
    return this.database.manager.findOneByOrFail(Connection, { accountId: this.accountId });
  }

  // NaN without a cooldown.
  async cooldownSeconds(): Promise<number> {
    return Math.round((((await this.findConnection()).pausedUntil?.getTime() ?? NaN) - Date.now()) / 1_000);
  }
}

export function useDeliverySender(): SenderHarness {
  const harness = new SenderHarness(useTestDatabase());
  beforeEach(async () => {
    const { database } = harness;
    await database.query('truncate accounts, users cascade');
    harness.account = await database.makeAccount({ settings: { slackEnabled: true } });
    harness.useChannels('slack', 'callback');
  });
  return harness;
}
