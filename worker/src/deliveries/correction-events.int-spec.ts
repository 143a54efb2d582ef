import type { Call } from '@ringwell/database/calls/call.entity';
import { Delivery } from '@ringwell/database/deliveries/delivery.entity';
import { notifyConnectedSystems } from '@ringwell/database/deliveries/plan-call-event';
import { SEALED_FIELDS } from '@ringwell/database/sealed-fields';
import type { Sentiment } from '@ringwell/domain/calls/sentiment';
import type { WorkerConfig } from '@ringwell/platform/config/environment-settings';
import { SecretBox } from '@ringwell/platform/crypto/secret-box';
import { generateWebhookSecret, signWebhook } from '@ringwell/platform/crypto/standard-webhook';
import { SafeHttp } from '@ringwell/platform/outbound/safe-http';
import { FakeWebhookReceiver } from '@ringwell/testing/fake-webhook-receiver';
import { TEST_KEY } from '@ringwell/testing/test-keys';

import { WebhookChannel } from './channels/webhook/webhook.channel';
import { SignedWebhookClient } from './signed-webhook.client';
import { useDeliverySender } from './testing/use-delivery-sender';

describe('webhook events about corrected labels', () => {
  const receiver = new FakeWebhookReceiver();
  const box = new SecretBox(TEST_KEY);
  const secret = generateWebhookSecret();
  const harness = useDeliverySender();
  let http: SafeHttp;
  let call: Call;

  beforeAll(() => receiver.start());
  afterAll(() => receiver.stop());
  beforeEach(async () => {
    receiver.requests.length = 0;
    receiver.reply = () => ({ body: 'ok' });
    http = new SafeHttp({ allow: [new URL(receiver.origin).host] });
    harness.sender = harness.createSender([
      new WebhookChannel(new SignedWebhookClient(http, box), box, { PORT: 3_000 } as WorkerConfig),
    ]);
    const { accountId } = harness;
    await harness.accounts.updateSettings(accountId, {
      sealedWebhookUrl: box.seal(`${receiver.origin}/hook`, SEALED_FIELDS.webhookUrl(accountId)),
      sealedWebhookSecret: box.seal(secret, SEALED_FIELDS.webhookSecret(accountId)),
    });
    call = await harness.database.makeCompletedCall(accountId, { analysis: { sentiment: 'negative' } });
  });
  afterEach(() => http.close());

  // Null undoes the correction.
  const correctCall = (sentiment: Sentiment | null): Promise<void> =>
    harness.database.unitOfWork.run(async ({ callCorrections, deliveries }) => {
      const { accountId, account } = harness;
      const locked = await callCorrections.lock(accountId, call.id);
      if (!locked || locked === 'no_result') throw new Error('The call has no result.');
      if (sentiment) await callCorrections.save(locked, { sentiment, why: 'Heard it.', correctedBy: account.user.id });
      else if (locked.correction) await callCorrections.remove(locked, locked.correction);
      const destination = 'Outgoing webhook';
      await deliveries.planEvent(locked.call, 'call.corrected', {
        channel: 'webhook',
        destination,
        destinationHash: destination,
      });
    });
  const parseEvents = (): unknown[] => receiver.requests.map(({ raw }) => JSON.parse(raw) as unknown);
  const listStates = async (): Promise<string[]> =>
    (await harness.database.manager.find(Delivery, { order: { createdAt: 'ASC' } })).map(({ state }) => state);

  it('are signed and contain the corrected and original labels', async () => {
    await correctCall('neutral');
    await harness.pass();
    expect(parseEvents()).toMatchObject([
      {
        type: 'call.corrected',
        data: {
          id: call.id,
          state: 'completed',
          sentiment: 'neutral',
          label: 'Neutral',
          correction: {
            sentiment: 'neutral',
            label: 'Neutral',
            why: 'Heard it.',
            original: { sentiment: 'negative', label: 'Negative', needsReview: false },
          },
        },
      },
    ]);
    const [request] = receiver.requests;
    if (!request) throw new Error('No event was received.');
    const { headers, raw } = request;
    const id = String(headers['webhook-id']);
    const timestampSeconds = Number(headers['webhook-timestamp']);
    expect(headers).toMatchObject(signWebhook({ id, timestampSeconds, body: raw, secret }));
  });

  it('report that a correction was undone', async () => {
    await correctCall('neutral');
    await harness.pass();
    await correctCall(null);
    await harness.pass();
    expect(parseEvents()).toMatchObject([
      { data: { label: 'Neutral' } },
      { type: 'call.corrected', data: { label: 'Negative', correction: null } },
    ]);
    expect(receiver.requests[0]?.headers['webhook-id']).not.toBe(receiver.requests[1]?.headers['webhook-id']);
  });

  it('are only sent for the latest of several corrections, even if an earlier event failed', async () => {
    receiver.reply = () => ({ status: 503, body: 'down' });
    await correctCall('neutral');
    await harness.pass();
    await correctCall('positive');
    receiver.reply = () => ({ body: 'ok' });
    await harness.makeDue();
    await harness.pass();
    await harness.makeDue();
    await harness.pass();
    expect(parseEvents().slice(1)).toMatchObject([{ data: { label: 'Positive' } }]);
    expect(await listStates()).toEqual(['suppressed', 'sent']);
  });

  it('describe the result even if a later run has failed', async () => {
    await correctCall('neutral');
    await harness.database.query(`update calls set state = 'failed', run_number = 2, error_code = 'X' where id = $1`, [
      call.id,
    ]);
    await harness.pass();
    expect(parseEvents()).toMatchObject([
      { type: 'call.corrected', data: { state: 'completed', runNumber: 1, error: null, label: 'Neutral' } },
    ]);
  });

  it("contain a call's labels even after its transcript is deleted", async () => {
    await harness.database.query('delete from transcripts where call_id = $1', [call.id]);
    await correctCall('neutral');
    await harness.pass();
    expect(parseEvents()).toMatchObject([
      { data: { label: 'Neutral', correction: { original: { label: 'Negative' } } } },
    ]);
  });

  it('contain a summary that a user has edited', async () => {
    await harness.database.unitOfWork.run(async (repositories) => {
      const locked = await repositories.callCorrections.lock(harness.accountId, call.id);
      if (!locked || locked === 'no_result') throw new Error('The call has no result.');
      await repositories.callEdits.save(locked, { summary: 'Edited.' }, harness.account.user.id);
      await notifyConnectedSystems(repositories, locked.call);
    });
    await harness.pass();
    expect(parseEvents()).toMatchObject([{ type: 'call.edited', data: { writer: 'person', summary: 'Edited.' } }]);
  });

  it("do not replace the run's own event", async () => {
    await harness.deliveries.plan(call, [
      { channel: 'webhook', destination: 'Outgoing webhook', destinationHash: 'Outgoing webhook', priority: 0 },
    ]);
    await correctCall('neutral');
    await harness.pass();
    await harness.pass();
    expect(parseEvents()).toMatchObject([{ type: 'call.completed' }, { type: 'call.corrected' }]);
  });
});
