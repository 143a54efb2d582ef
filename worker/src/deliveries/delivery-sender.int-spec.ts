import { CustomersRepository } from '@ringwell/database/customers/customers.repository';
import { DeliveryAttempt } from '@ringwell/database/deliveries/delivery.entity';
import { SEALED_FIELDS } from '@ringwell/database/sealed-fields';
import type { WorkerConfig } from '@ringwell/platform/config/environment-settings';
import { SecretBox } from '@ringwell/platform/crypto/secret-box';
import { SafeHttp } from '@ringwell/platform/outbound/safe-http';
import { collectGarbage } from '@ringwell/testing/collect-garbage';
import { FakeSlackServer } from '@ringwell/testing/fake-slack-server';
import { FakeWebhookReceiver } from '@ringwell/testing/fake-webhook-receiver';
import { TEST_KEY } from '@ringwell/testing/test-keys';

import { SlackChannel } from './channels/slack/slack.channel';
import { SlackClient } from './channels/slack/slack.client';
import { WebhookChannel } from './channels/webhook/webhook.channel';
import { DeliverySenderService } from './delivery-sender.service';
import { buildRecap } from './recap';
import { SignedWebhookClient } from './signed-webhook.client';
import { failWith, useDeliverySender } from './testing/use-delivery-sender';

class ImpatientSender extends DeliverySenderService {
  protected override readonly sendTimeoutMs = 500;
}

const TOKEN_REVOKED = {
  code: 'SLACK_TOKEN_REVOKED',
  message: 'The token was revoked. Enter a new one.',
  retryable: false,
} as const;

describe('DeliverySenderService', () => {
  const slack = new FakeSlackServer();
  const receiver = new FakeWebhookReceiver();
  const box = new SecretBox(TEST_KEY);
  const harness = useDeliverySender();

  beforeAll(async () => {
    await slack.start();
    await receiver.start();
  });
  afterAll(async () => {
    await slack.stop();
    await receiver.stop();
  });

  it('releases a delivery without sending it when the worker stops while claiming it', async () => {
    const [id] = await harness.plan();
    const [lease] = await harness.dispatch.leaseDueDeliveries(['slack'], 1);
    const sending = harness.sender.send(lease!);
    harness.sender.stopAll();
    expect(harness.sender.activeCount).toBe(1);
    await sending;
    expect(harness.channel.sent).toEqual([]);
    expect(await harness.findDelivery(id)).toMatchObject({ state: 'pending', attempts: 0, leaseToken: null });
  });

  it("stores the remote service's reference and marks the connection as working", async () => {
    harness.channel.respond = () => ({ providerRef: 'ts-1' });
    const [id] = await harness.plan();
    await harness.pass();
    expect(await harness.findDelivery(id)).toMatchObject({
      state: 'sent',
      providerRef: 'ts-1',
      attempts: 1,
      sentAt: expect.any(Date) as Date,
    });
    expect(await harness.findConnection()).toMatchObject({
      channel: 'slack',
      destination: '#calls',
      lastSuccessAt: expect.any(Date) as Date,
      errorCode: null,
      failures: 0,
    });
  });

  it('shows a permanent error on the connection until the next success', async () => {
    harness.channel.respond = failWith(TOKEN_REVOKED);
    const [failedId] = await harness.plan();
    await harness.pass();
    expect(await harness.findDelivery(failedId)).toMatchObject({
      state: 'failed',
      errorCode: 'SLACK_TOKEN_REVOKED',
      errorMessage: TOKEN_REVOKED.message,
    });
    expect(await harness.findConnection()).toMatchObject({
      errorCode: 'SLACK_TOKEN_REVOKED',
      errorMessage: TOKEN_REVOKED.message,
      isPermanent: true,
      failedAt: expect.any(Date) as Date,
      pausedUntil: null,
    });
    harness.channel.respond = () => ({});
    await harness.plan();
    await harness.pass();
    expect(await harness.findConnection()).toMatchObject({
      errorCode: null,
      errorMessage: null,
      isPermanent: false,
      failedAt: null,
    });
  });

  it('counts an attempt as active until its outcome is stored', async () => {
    const { deliveries } = harness;
    harness.sender = harness.createSender([harness.channel], { deliveries });
    const counts: number[] = [];
    const concludeSpy = jest
      .spyOn(deliveries, 'conclude')
      .mockImplementationOnce(() => Promise.resolve(counts.push(harness.sender.activeCount) > 0));
    await harness.plan();
    await harness.pass();
    concludeSpy.mockRestore();
    expect([...counts, harness.sender.activeCount]).toEqual([1, 0]);
  });

  it('is uncertain when the remote service does not respond within the time limit', async () => {
    slack.reply = () => {
      setTimeout(collectGarbage, 50);
      return 'hang';
    };
    await harness.accounts.updateSettings(harness.accountId, {
      slackChannel: '#calls',
      sealedSlackBotToken: box.seal(slack.token, SEALED_FIELDS.slackBotToken(harness.accountId)),
    });
    const config = { PRODUCT_NAME: 'Ringwell', PORT: 3_000 } as WorkerConfig;
    harness.sender = harness.createSender(
      [
        new SlackChannel(
          new SlackClient({ apiUrl: slack.apiUrl }),
          harness.database.repositories.callEvents,
          box,
          config,
        ),
      ],
      {
        kind: ImpatientSender,
      },
    );
    const [id] = await harness.plan();
    await harness.pass();
    expect(await harness.findDelivery(id)).toMatchObject({
      state: 'unknown',
      errorCode: 'DELIVERY_TIMEOUT',
      attempts: 1,
    });
  });

  it('resends a message once if it may have arrived, then gives up', async () => {
    harness.channel.respond = failWith({ kind: 'timeout', code: 'SLACK_UNCONFIRMED' });
    const [id] = await harness.plan();
    for (let round = 0; round < 4; round += 1) {
      await harness.pass();
      await harness.makeDue();
    }
    expect(harness.channel.sent).toHaveLength(2);
    expect(await harness.findDelivery(id)).toMatchObject({ state: 'dead', errorCode: 'DELIVERY_UNCONFIRMED' });
    const attempts = await harness.database.manager.find(DeliveryAttempt, { order: { attempt: 'ASC' } });
    expect(attempts.map(({ attempt, outcome }) => `${attempt} ${outcome}`)).toEqual([
      '1 unknown',
      '2 unknown',
      '3 dead',
    ]);
  });

  it("uses the account's own name for the customer, or hides it", async () => {
    const [manager, customerKey] = [harness.database.manager, 'tel:+15550000001'];
    await new CustomersRepository(manager).findOrCreate(harness.accountId, customerKey, 'Karen Voss');
    await harness.plan({ call: { customerKey, customerName: 'WIRELESS CALLER' } });
    await manager.query(`update analyses set summary = 'Karen is happy. Thank you, wireless caller.'`);
    await harness.pass();
    await harness.accounts.updateSettings(harness.accountId, { hideNames: true });
    await manager.query(`update deliveries set state = 'pending'`);
    await harness.pass();
    expect(harness.channel.calls.map((message) => buildRecap(message, ''))).toMatchObject([
      { title: 'Positive call with Karen Voss', summary: expect.stringMatching(/^Karen is happy/) as string },
      { title: 'Positive call with [name]', summary: expect.stringMatching(/^\[name\] is happy/) as string },
    ]);
  });

  it("sends the webhook the result of the delivery's run if a later run failed", async () => {
    await harness.accounts.updateSettings(harness.accountId, {
      sealedWebhookUrl: box.seal(`${receiver.origin}/hook`, SEALED_FIELDS.webhookUrl(harness.accountId)),
    });
    const http = new SafeHttp({ allow: [new URL(receiver.origin).host] });
    harness.sender = harness.createSender([
      new WebhookChannel(new SignedWebhookClient(http, box), box, { PORT: 3_000 } as WorkerConfig),
    ]);
    const [id] = await harness.plan({ channel: 'webhook' });
    await harness.database.query(`update calls set state = 'failed', run_number = 2, error_code = 'X'`);
    await harness.pass();
    expect(await harness.findDelivery(id)).toMatchObject({ state: 'sent', runNumber: 1 });
    expect(receiver.requests.map(({ raw }) => JSON.parse(raw) as unknown)).toMatchObject([
      { type: 'call.completed', data: { state: 'completed', runNumber: 1, error: null, sentiment: 'positive' } },
    ]);
    await http.close();
  });

  describe('test messages', () => {
    const planTest = async (): Promise<string | undefined> =>
      (
        await harness.deliveries.planMessages(harness.accountId, [
          { channel: 'slack', destination: '#calls', destinationHash: '#calls' },
        ])
      )[0];

    it('are sent first, even while the connection is paused', async () => {
      harness.channel.respond = failWith({ retryAfterMs: 600_000 });
      await harness.plan();
      await harness.pass();
      harness.channel.respond = () => ({});
      await harness.plan({ count: 2 });
      const id = await planTest();
      await harness.pass();
      expect(harness.channel.sent.at(-1)).toEqual({ id, isTest: true });
      expect(await harness.findDelivery(id)).toMatchObject({ state: 'sent', callId: null });
      expect(await harness.findConnection()).toMatchObject({ pausedUntil: null, errorCode: null });
    });

    it('get one attempt, even after a transient error', async () => {
      harness.channel.respond = failWith();
      const id = await planTest();
      await harness.pass();
      expect(await harness.findDelivery(id)).toMatchObject({
        state: 'failed',
        errorCode: 'SLACK_UNREACHABLE',
        attempts: 1,
      });
      expect(await harness.findConnection()).toMatchObject({ errorCode: 'SLACK_UNREACHABLE', isPermanent: false });
    });

    it('are not resent if their sender died', async () => {
      const id = await planTest();
      await harness.database.query(`update deliveries set state = 'unknown' where id = $1`, [id]);
      await harness.pass();
      expect(harness.channel.sent).toEqual([]);
      expect(await harness.findDelivery(id)).toMatchObject({ state: 'dead', errorCode: 'DELIVERY_UNCONFIRMED' });
    });
  });
});
