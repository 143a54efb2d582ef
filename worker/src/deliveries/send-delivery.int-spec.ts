import { Registry } from 'prom-client';

import { UsersRepository } from '@ringwell/database/accounts/users.repository';
import type { Call } from '@ringwell/database/calls/call.entity';
import { CallsRepository } from '@ringwell/database/calls/calls.repository';
import { Connection } from '@ringwell/database/deliveries/connection.entity';
import { ConnectionsRepository } from '@ringwell/database/deliveries/connections.repository';
import { DeliveriesRepository } from '@ringwell/database/deliveries/deliveries.repository';
import { Delivery, DeliveryAttempt } from '@ringwell/database/deliveries/delivery.entity';
import { DispatchRepository } from '@ringwell/database/scheduling/dispatch.repository';
import { SEALED_FIELDS } from '@ringwell/database/sealed-fields';
import { AppError } from '@ringwell/domain/app-error';
import type { DeliveryChannelName } from '@ringwell/domain/delivery';
import type { Config } from '@ringwell/platform/config/settings';
import { SecretBox } from '@ringwell/platform/crypto/secret-box';
import { createLogger } from '@ringwell/platform/logging/create-logger';
import { PipelineMetrics } from '@ringwell/platform/metrics/pipeline-metrics';
import { SafeHttp } from '@ringwell/platform/outbound/safe-http';
import { collectGarbage } from '@ringwell/testing/collect-garbage';
import { FakeSlackServer } from '@ringwell/testing/fake-slack-server';
import { FakeWebhookReceiver } from '@ringwell/testing/fake-webhook-receiver';
import { makeAccount } from '@ringwell/testing/make-account';
import { makeCompletedCall } from '@ringwell/testing/make-completed-call';
import { useTestDatabase } from '@ringwell/testing/test-database';
import { TEST_KEY } from '@ringwell/testing/test-system';

import { ChannelRegistry } from './channel-registry';
import { SlackClient } from './channels/slack/slack-client';
import { SlackChannel } from './channels/slack/slack.channel';
import { WebhookChannel } from './channels/webhook/webhook.channel';
import {
  DeliveryChannel,
  onceMore,
  type DeliveryMessage,
  type Sent,
  type Suppression,
  type TestMessage,
  type Verification,
} from './delivery-channel';
import { DeliveryRules } from './delivery-rules';
import { SendDelivery } from './send-delivery';
import { SignedWebhook } from './signed-webhook';

type Heard = { id: string; isTest: boolean };

/** A far side that answers as told, and remembers what reached it. */
class ScriptedChannel extends DeliveryChannel {
  readonly heard: Heard[] = [];
  answer: (time: number) => Sent = () => ({});
  wantsNone: Suppression | null = null;

  constructor(override readonly name: DeliveryChannelName) {
    super();
  }

  override suppression(): Promise<Suppression | null> {
    return Promise.resolve(this.wantsNone);
  }

  override async send({ delivery }: DeliveryMessage): Promise<Sent> {
    return this.hear({ id: delivery.id, isTest: false });
  }

  override async sendTest({ delivery }: TestMessage): Promise<Sent> {
    return this.hear({ id: delivery.id, isTest: true });
  }

  override verify({ delivery }: DeliveryMessage): Promise<Verification> {
    return Promise.resolve(onceMore(delivery));
  }

  private async hear(heard: Heard): Promise<Sent> {
    this.heard.push(heard);
    return Promise.resolve(this.answer(this.heard.length));
  }
}

/** Does not wait long for the far side. */
class ImpatientSender extends SendDelivery {
  protected override readonly sendTimeoutMs = 500;
}

const failing =
  (init: Partial<ConstructorParameters<typeof AppError>[0]> = {}) =>
  (): never => {
    throw new AppError({
      kind: 'provider',
      code: 'SLACK_UNREACHABLE',
      message: 'The place is away.',
      retryable: true,
      ...init,
    });
  };
const TOKEN_REVOKED = {
  code: 'SLACK_TOKEN_REVOKED',
  message: 'The token was revoked. Enter a new one.',
  retryable: false,
} as const;

describe('sending a delivery', () => {
  const slack = new FakeSlackServer();
  const receiver = new FakeWebhookReceiver();
  const box = new SecretBox(TEST_KEY);
  const database = useTestDatabase();
  let deliveries: DeliveriesRepository;
  let dispatch: DispatchRepository;
  let channel: ScriptedChannel;
  let sender: SendDelivery;
  let userId: string;

  beforeAll(async () => {
    await slack.start();
    await receiver.start();
    deliveries = new DeliveriesRepository(database.dataSource.manager);
    dispatch = new DispatchRepository(database.dataSource);
  });
  afterAll(async () => {
    await slack.stop();
    await receiver.stop();
  });
  beforeEach(async () => {
    await database.dataSource.query('truncate users cascade');
    ({
      user: { id: userId },
    } = await makeAccount(database.dataSource, { settings: { slackEnabled: true } }));
    use('slack', 'callback');
  });

  /** Sends on these channels; what they hear is in `channel`, the first of them. */
  const use = (name: DeliveryChannelName, ...others: DeliveryChannelName[]): void => {
    channel = new ScriptedChannel(name);
    sender = senderOn([channel, ...others.map((other) => new ScriptedChannel(other))]);
  };
  const senderOn = (channels: DeliveryChannel[], kind = SendDelivery): SendDelivery => {
    const registry = new ChannelRegistry(channels);
    const { manager } = database.dataSource;
    return new kind(
      deliveries,
      new CallsRepository(manager),
      new UsersRepository(manager),
      registry,
      new DeliveryRules(registry, {} as Config),
      new PipelineMetrics(new Registry()),
      createLogger({ service: 'test', level: 'fatal' }),
    );
  };
  const plan = async ({
    channel: name = 'slack',
    count = 1,
    destination = '#calls',
    call = {},
  }: { channel?: DeliveryChannelName; count?: number; destination?: string; call?: Partial<Call> } = {}): Promise<
    string[]
  > => {
    const ids: string[] = [];
    for (let i = 0; i < count; i += 1) {
      const made = await makeCompletedCall(database.dataSource, userId, { call });
      await deliveries.plan(made, [{ channel: name, destination, destinationHash: destination, priority: 0 }]);
      ids.push((await database.dataSource.manager.findOneByOrFail(Delivery, { callId: made.id })).id);
    }
    return ids;
  };
  /** One pass of dispatcher and worker. @returns how many were leased */
  const pass = async (): Promise<number> => {
    const leases = await dispatch.leaseDueDeliveries(['slack', 'callback', 'webhook'], 100);
    for (const lease of leases) await sender.send(lease);
    return leases.length;
  };
  const makeDue = (): Promise<unknown> => database.dataSource.query('update deliveries set run_after = now()');
  const stored = (id: string | undefined): Promise<Delivery> =>
    database.dataSource.manager.findOneByOrFail(Delivery, { id });
  const place = (): Promise<Connection> => database.dataSource.manager.findOneByOrFail(Connection, { userId });
  /** Seconds that the place still rests. */
  const rest = async (): Promise<number> =>
    Math.round((((await place()).pausedUntil?.getTime() ?? NaN) - Date.now()) / 1_000);

  it('gives a message back untouched when the worker is told to stop while it claims the message', async () => {
    const [id] = await plan();
    const [lease] = await dispatch.leaseDueDeliveries(['slack'], 1);
    const sent = sender.send(lease!);
    sender.stopAll();
    expect(sender.activeCount).toBe(1);
    await sent;
    expect(channel.heard).toEqual([]);
    expect(await stored(id)).toMatchObject({ state: 'retry', attempts: 0, leaseToken: null });
  });

  it('notes what the far side calls it, and that the place works', async () => {
    channel.answer = () => ({ providerRef: 'ts-1' });
    const [id] = await plan();
    await pass();
    expect(await stored(id)).toMatchObject({
      state: 'sent',
      providerRef: 'ts-1',
      attempts: 1,
      sentAt: expect.any(Date) as Date,
    });
    expect(await place()).toMatchObject({
      channel: 'slack',
      destination: '#calls',
      lastSuccessAt: expect.any(Date) as Date,
      errorCode: null,
      failures: 0,
    });
  });

  it('shows what somebody has to mend, until the next message arrives', async () => {
    channel.answer = failing(TOKEN_REVOKED);
    const [refused] = await plan();
    await pass();
    expect(await stored(refused)).toMatchObject({
      state: 'failed',
      errorCode: 'SLACK_TOKEN_REVOKED',
      errorMessage: TOKEN_REVOKED.message,
    });
    expect(await place()).toMatchObject({
      errorCode: 'SLACK_TOKEN_REVOKED',
      errorMessage: TOKEN_REVOKED.message,
      isPermanent: true,
      failedAt: expect.any(Date) as Date,
      pausedUntil: null,
    });
    channel.answer = () => ({});
    await plan();
    await pass();
    expect(await place()).toMatchObject({ errorCode: null, errorMessage: null, isPermanent: false, failedAt: null });
  });

  it('gives a place a rest after five faults in a row, longer each time, and holds back all that goes there', async () => {
    channel.answer = failing();
    const [first] = await plan();
    const rests: number[] = [];
    for (let fault = 1; fault <= 6; fault += 1) {
      await makeDue();
      await database.dataSource.query('update connections set paused_until = null');
      await pass();
      rests.push(await rest());
    }
    expect(rests.map((seconds) => Math.round(seconds / 10) * 10)).toEqual([NaN, NaN, NaN, NaN, 60, 120]);
    const [waiting] = await plan();
    expect(await pass()).toBe(1);
    expect(await pass()).toBe(0);
    expect(channel.heard).toHaveLength(6);
    const { pausedUntil } = await place();
    expect(await stored(waiting)).toMatchObject({
      state: 'pending',
      attempts: 0,
      runAfter: pausedUntil,
      leaseToken: null,
    });
    expect((await stored(first)).runAfter.getTime()).toBeGreaterThanOrEqual(pausedUntil?.getTime() ?? NaN);
  });

  it('leaves a place alone for as long as it asks, and others not', async () => {
    channel.answer = failing({ retryAfterMs: 120_000 });
    const [busy, next] = await plan({ count: 2 });
    await pass();
    await pass();
    expect(await rest()).toBeGreaterThan(110);
    expect(channel.heard).toHaveLength(1);
    const [waiting] = [await stored(busy), await stored(next)].filter(({ attempts }) => attempts === 0);
    expect(waiting?.runAfter).toEqual((await place()).pausedUntil);
    channel.answer = () => ({});
    const [elsewhere] = await plan({ destination: '#other' });
    await pass();
    expect(await stored(elsewhere)).toMatchObject({ state: 'sent' });
  });

  it('sends what waits at once when the settings were changed, or when somebody asks for it', async () => {
    channel.answer = failing({ retryAfterMs: 600_000 });
    const [id] = await plan();
    await pass();
    channel.answer = () => ({});
    await new ConnectionsRepository(database.dataSource.manager).retryNow(userId, ['email']);
    expect(await pass()).toBe(0);
    await new ConnectionsRepository(database.dataSource.manager).retryNow(userId, ['slack']);
    await pass();
    expect(await stored(id)).toMatchObject({ state: 'sent', attempts: 2 });

    channel.answer = failing({ retryAfterMs: 600_000 });
    const [other] = await plan();
    await pass();
    channel.answer = () => ({});
    await deliveries.resend(userId, other ?? '');
    await pass();
    expect(await stored(other)).toMatchObject({ state: 'sent' });
  });

  it('sends nothing on a channel that was switched off meanwhile, and sends it by hand afterwards', async () => {
    const users = new UsersRepository(database.dataSource.manager);
    const [id] = await plan();
    await users.updateSettings(userId, { slackEnabled: false });
    await pass();
    expect(await stored(id)).toMatchObject({ state: 'suppressed', errorCode: 'CHANNEL_SWITCHED_OFF' });
    expect(await database.dataSource.manager.count(Connection)).toBe(0);
    await users.updateSettings(userId, { slackEnabled: true });
    expect(await deliveries.resend(userId, id ?? '')).toBe(true);
    await pass();
    expect(await stored(id)).toMatchObject({ state: 'sent', errorCode: null });
    await users.updateSettings(userId, { active: false });
    const [late] = await plan();
    await pass();
    expect(await stored(late)).toMatchObject({ state: 'suppressed', errorCode: 'ACCOUNT_SWITCHED_OFF' });
  });

  it('sends nothing for an account that was reverted to a demo meanwhile, but for the callback that is owed', async () => {
    const [id, owed] = [...(await plan()), ...(await plan({ channel: 'callback' }))];
    await new UsersRepository(database.dataSource.manager).update(userId, { status: 'demo' });
    await pass();
    expect(channel.heard).toEqual([]);
    expect(await stored(id)).toMatchObject({ state: 'suppressed', errorCode: 'ACCOUNT_NOT_ACTIVE' });
    expect(await stored(owed)).toMatchObject({ state: 'sent' });
  });

  it('counts as under way until the outcome is noted', async () => {
    const counts: number[] = [];
    const conclude = jest
      .spyOn(deliveries, 'conclude')
      .mockImplementationOnce(() => Promise.resolve(counts.push(sender.activeCount) > 0));
    await plan();
    await pass();
    conclude.mockRestore();
    expect([...counts, sender.activeCount]).toEqual([1, 0]);
  });

  it('ends within its limit when the vendor takes the message and never answers', async () => {
    slack.reply = () => {
      setTimeout(collectGarbage, 50);
      return 'hang';
    };
    await new UsersRepository(database.dataSource.manager).updateSettings(userId, {
      slackChannel: '#calls',
      sealedSlackBotToken: box.seal(slack.token, SEALED_FIELDS.slackBotToken(userId)),
    });
    const config = { PRODUCT_NAME: 'Ringwell', PORT: 3_000 } as Config;
    sender = senderOn([new SlackChannel(new SlackClient({ apiUrl: slack.apiUrl }), box, config)], ImpatientSender);
    const [id] = await plan();
    await pass();
    expect(await stored(id)).toMatchObject({ state: 'unknown', errorCode: 'DELIVERY_TIMEOUT', attempts: 1 });
  }, 10_000);

  it('sends nothing that its receiver does not want', async () => {
    channel.wantsNone = { code: 'MAIL_UNSUBSCRIBED', message: 'The receiver wants no more.' };
    const [id] = await plan();
    await pass();
    expect(await stored(id)).toMatchObject({
      state: 'suppressed',
      errorCode: 'MAIL_UNSUBSCRIBED',
      errorMessage: 'The receiver wants no more.',
    });
    expect(channel.heard).toEqual([]);
  });

  it('waits while its call runs once more, without counting a try', async () => {
    const [id] = await plan({ call: { state: 'running' } });
    await pass();
    expect(channel.heard).toEqual([]);
    expect(await stored(id)).toMatchObject({ state: 'retry', attempts: 0, leaseToken: null });
    expect(await pass()).toBe(0);
    await database.dataSource.query(`update calls set state = 'completed'`);
    await makeDue();
    await pass();
    expect(await stored(id)).toMatchObject({ state: 'sent', attempts: 1 });
  });

  it('tells systems the later of two results only, and people of both', async () => {
    use('callback', 'slack');
    const call = await makeCompletedCall(database.dataSource, userId, { call: { runNumber: 2 } });
    const at = { destination: 'n8n.example.com', destinationHash: 'n8n', priority: 0 };
    for (const runNumber of [1, 2])
      await deliveries.plan({ ...call, runNumber }, [
        { ...at, channel: 'callback' },
        { ...at, channel: 'slack' },
      ]);
    for (let round = 0; round < 4; round += 1) await pass();
    const rows = await database.dataSource.manager.find(Delivery, { order: { channel: 'ASC', runNumber: 'ASC' } });
    expect(rows.map(({ channel: name, runNumber, state }) => `${name} ${runNumber} ${state}`)).toEqual([
      'callback 1 suppressed',
      'callback 2 sent',
      'slack 1 sent',
      'slack 2 sent',
    ]);
  });

  it('tells the webhook of the run that brought the result when a later run has failed meanwhile', async () => {
    await new UsersRepository(database.dataSource.manager).updateSettings(userId, {
      sealedWebhookUrl: box.seal(`${receiver.origin}/hook`, SEALED_FIELDS.webhookUrl(userId)),
    });
    const http = new SafeHttp({ allow: [new URL(receiver.origin).host] });
    sender = senderOn([new WebhookChannel(new SignedWebhook(http, box), box, { PORT: 3_000 } as Config)]);
    const [id] = await plan({ channel: 'webhook' });
    await database.dataSource.query(`update calls set state = 'failed', run_number = 2, error_code = 'X'`);
    await pass();
    expect(await stored(id)).toMatchObject({ state: 'sent', runNumber: 1 });
    expect(receiver.requests.map(({ raw }) => JSON.parse(raw) as unknown)).toMatchObject([
      { type: 'call.completed', data: { state: 'completed', runNumber: 1, error: null, sentiment: 'positive' } },
    ]);
    await http.close();
  });

  it('repeats once what may have arrived, then gives up', async () => {
    channel.answer = failing({ kind: 'timeout', code: 'SLACK_UNCONFIRMED' });
    const [id] = await plan();
    for (let round = 0; round < 4; round += 1) {
      await pass();
      await makeDue();
    }
    expect(channel.heard).toHaveLength(2);
    expect(await stored(id)).toMatchObject({ state: 'dead', errorCode: 'DELIVERY_UNCONFIRMED' });
    const tries = await database.dataSource.manager.find(DeliveryAttempt, { order: { attempt: 'ASC' } });
    expect(tries.map(({ attempt, outcome }) => `${attempt} ${outcome}`)).toEqual(['1 unknown', '2 unknown', '3 dead']);
  });

  describe('that is a test message', () => {
    const planTest = async (): Promise<string | undefined> =>
      (await deliveries.planTests(userId, [{ channel: 'slack', destination: '#calls', destinationHash: '#calls' }]))[0];

    it('overtakes the others, and does not wait for a rest of its place', async () => {
      channel.answer = failing({ retryAfterMs: 600_000 });
      await plan();
      await pass();
      channel.answer = () => ({});
      await plan({ count: 2 });
      const id = await planTest();
      await pass();
      expect(channel.heard.at(-1)).toEqual({ id, isTest: true });
      expect(await stored(id)).toMatchObject({ state: 'sent', callId: null });
      expect(await place()).toMatchObject({ pausedUntil: null, errorCode: null });
    });

    it('has one try, also on a fault that may pass', async () => {
      channel.answer = failing();
      const id = await planTest();
      await pass();
      expect(await stored(id)).toMatchObject({ state: 'failed', errorCode: 'SLACK_UNREACHABLE', attempts: 1 });
      expect(await place()).toMatchObject({ errorCode: 'SLACK_UNREACHABLE', isPermanent: false });
    });

    it('is not sent again when its sender died', async () => {
      const id = await planTest();
      await database.dataSource.query(`update deliveries set state = 'unknown' where id = $1`, [id]);
      await pass();
      expect(channel.heard).toEqual([]);
      expect(await stored(id)).toMatchObject({ state: 'dead', errorCode: 'DELIVERY_UNCONFIRMED' });
    });
  });
});
