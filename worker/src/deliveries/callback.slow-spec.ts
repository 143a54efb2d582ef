import { createHmac } from 'node:crypto';

import { generateWebhookSecret } from '@ringwell/platform/crypto/standard-webhook';
import { FakeTranscriptionServer } from '@ringwell/testing/fake-transcription-server';
import { FakeWebhookReceiver, type ReceivedWebhook } from '@ringwell/testing/fake-webhook-receiver';
import type { TestAccount } from '@ringwell/testing/make-account';
import { SHORT_CALL } from '@ringwell/testing/test-system';
import { useTestSystem } from '@ringwell/testing/use-test-system';

type DeliveryRow = { state: string; attempts: number; error_code: string | null };

describe('callbacks', () => {
  const provider = new FakeTranscriptionServer();
  const receiver = new FakeWebhookReceiver();
  const { requests } = receiver;
  const system = useTestSystem([provider, receiver], {
    env: () => ({ TRANSCRIPTION_BASE_URL: provider.baseUrl, OUTBOUND_ALLOW: new URL(receiver.origin).host }),
  });

  beforeEach(() => {
    requests.length = 0;
    receiver.reply = () => ({ body: 'ok' });
  });

  const submit = (account: TestAccount): Promise<string> =>
    system.submit(account, SHORT_CALL, { callbackUrl: `${receiver.origin}/hook?signature=a%2Bb&x` });
  const parseBody = (index = 0): unknown => JSON.parse(requests[index]?.raw ?? '');
  const waitForDelivery = async (callId: string, isMet: (delivery: DeliveryRow) => boolean): Promise<DeliveryRow> => {
    const [delivery] = await system.waitForRows<DeliveryRow>(
      'select state, attempts, error_code from deliveries where call_id = $1',
      [callId],
      ([current]) => current !== undefined && isMet(current),
    );
    return delivery!;
  };

  it("are signed with the account's secret per Standard Webhooks", async () => {
    const secret = generateWebhookSecret();
    const id = await submit(await system.database.makeAccount({ secrets: { webhookSecret: secret } }));
    await waitForDelivery(id, ({ state }) => state === 'sent');
    const [{ headers, raw }] = requests as [ReceivedWebhook];
    const signedContent = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${raw}`;
    const expectedSignature = createHmac('sha256', Buffer.from(secret.replace('whsec_', ''), 'base64'))
      .update(signedContent)
      .digest('base64');
    expect(headers['webhook-signature']).toBe(`v1,${expectedSignature}`);
    expect(parseBody()).toMatchObject({
      type: 'call.completed',
      data: { id, sentiment: expect.any(String) as string },
    });
  });

  it('are sent for calls that ended without a result', async () => {
    const pausedAccount = await system.database.makeAccount({ settings: { active: false } });
    const skippedId = await submit(pausedAccount);
    await waitForDelivery(skippedId, ({ state }) => state === 'sent');
    expect(parseBody()).toMatchObject({
      type: 'call.skipped',
      data: { id: skippedId, skipReason: 'account_inactive' },
    });

    const account = await system.database.makeAccount();
    const reply = provider.reply;
    provider.reply = () => ({ status: 400, body: {} });
    const failedId = await submit(account);
    await waitForDelivery(failedId, ({ state }) => state === 'sent');
    provider.reply = reply;
    expect(parseBody(1)).toMatchObject({
      type: 'call.failed',
      data: { id: failedId, error: { code: 'TRANSCRIPTION_REFUSED' } },
    });
  });

  it("are retried after a busy receiver's Retry-After", async () => {
    receiver.reply = () =>
      requests.length === 1 ? { status: 503, headers: { 'retry-after': '7' }, body: '' } : { body: 'ok' };
    const id = await submit(await system.database.makeAccount());
    await waitForDelivery(id, ({ state }) => state === 'retry');
    const [{ wait }] = (await system.query<{ wait: number }>(
      'select extract(epoch from run_after - updated_at)::float as wait from deliveries where call_id = $1',
      [id],
    )) as [{ wait: number }];
    expect(wait).toBeCloseTo(7, 0);
    expect(await waitForDelivery(id, ({ state }) => state === 'sent')).toMatchObject({ attempts: 2 });
    expect(new Set(requests.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  });

  it('fail permanently when the receiver rejects them', async () => {
    receiver.reply = () => ({ status: 410, body: '' });
    const id = await submit(await system.database.makeAccount());
    expect(await waitForDelivery(id, ({ state }) => state === 'failed')).toMatchObject({
      attempts: 1,
      error_code: 'OUTBOUND_NOT_FOUND',
    });
  });

  it('are resent once with the same ID if they may have arrived', async () => {
    receiver.reply = () => 'break';
    const id = await submit(await system.database.makeAccount());
    expect(await waitForDelivery(id, ({ state }) => state === 'unknown')).toMatchObject({
      attempts: 1,
      error_code: 'OUTBOUND_UNCONFIRMED',
    });
    expect(await waitForDelivery(id, ({ state, attempts }) => state === 'unknown' && attempts === 2)).toMatchObject({
      attempts: 2,
    });
    await system.query('update deliveries set run_after = now() where call_id = $1', [id]);
    expect(await waitForDelivery(id, ({ state }) => state === 'dead')).toMatchObject({
      error_code: 'DELIVERY_UNCONFIRMED',
    });
    expect(requests).toHaveLength(2);
    expect(new Set(requests.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  });
});
