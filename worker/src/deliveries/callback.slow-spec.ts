import { createHmac } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';

import { rows } from '@ringwell/database/postgres/sql';
import { SEALED_FIELDS } from '@ringwell/database/sealed-fields';
import { SecretBox } from '@ringwell/platform/crypto/secret-box';
import { generateWebhookSecret } from '@ringwell/platform/crypto/standard-webhook';
import { FakeTranscriptionServer } from '@ringwell/testing/fake-transcription-server';
import { makeAccount, type TestAccount } from '@ringwell/testing/make-account';
import { TEST_KEY } from '@ringwell/testing/test-keys';
import { SHORT_CALL, TestSystem } from '@ringwell/testing/test-system';

interface ReceivedCallback {
  headers: IncomingHttpHeaders;
  raw: string;
  body: {
    type: string;
    data: { id: string; sentiment?: string; skipReason?: string | null; error?: { code: string } | null };
  };
}

type DeliveryRow = { state: string; attempts: number; error_code: string | null };

describe('callbacks', () => {
  const provider = new FakeTranscriptionServer();
  const receivedCallbacks: ReceivedCallback[] = [];
  let respond: (response: ServerResponse, attempt: number) => void;
  let server: Server;
  let system: TestSystem;

  beforeAll(async () => {
    await provider.start();
    server = createServer((request, response) => {
      void text(request).then((raw) => {
        receivedCallbacks.push({ headers: request.headers, raw, body: JSON.parse(raw) as ReceivedCallback['body'] });
        respond(response, receivedCallbacks.length);
      });
    });
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    system = await TestSystem.start({
      env: { TRANSCRIPTION_BASE_URL: provider.baseUrl, OUTBOUND_ALLOW: getOrigin().replace('http://', '') },
    });
  });
  beforeEach(() => {
    receivedCallbacks.length = 0;
    respond = (response) => response.end('ok');
  });
  afterAll(async () => {
    await system?.stop();
    await provider.stop();
    server.closeAllConnections();
    server.close();
  });

  const getOrigin = (): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const submit = (account: TestAccount): Promise<string> =>
    system.submit(account, SHORT_CALL, { callbackUrl: `${getOrigin()}/hook?signature=a%2Bb&x` });
  const waitForDelivery = async (callId: string, isMet: (delivery: DeliveryRow) => boolean): Promise<DeliveryRow> => {
    for (let attempt = 0; attempt < 800; attempt += 1) {
      const [delivery] = await rows<DeliveryRow>(
        system.database.dataSource.manager,
        'select state, attempts, error_code from deliveries where call_id = $1',
        [callId],
      );
      if (delivery && isMet(delivery)) return delivery;
      await sleep(50);
    }
    throw new Error(
      `The delivery did not reach the expected state:\n${system.workers.flatMap(({ log }) => log.slice(-5)).join('\n')}`,
    );
  };

  it("are signed with the account's secret per Standard Webhooks", async () => {
    const secret = generateWebhookSecret();
    const account = await makeAccount(system.database.dataSource);
    await system.database.dataSource.query(
      'update account_settings set sealed_webhook_secret = $1 where account_id = $2',
      [new SecretBox(TEST_KEY).seal(secret, SEALED_FIELDS.webhookSecret(account.account.id)), account.account.id],
    );
    const id = await submit(account);
    await waitForDelivery(id, ({ state }) => state === 'sent');
    const [{ headers, raw, body }] = receivedCallbacks as [ReceivedCallback];
    const signedContent = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${raw}`;
    const expectedSignature = createHmac('sha256', Buffer.from(secret.replace('whsec_', ''), 'base64'))
      .update(signedContent)
      .digest('base64');
    expect(headers['webhook-signature']).toBe(`v1,${expectedSignature}`);
    expect(body).toMatchObject({ type: 'call.completed', data: { id, sentiment: expect.any(String) as string } });
  });

  it('are sent for calls that ended without a result', async () => {
    const pausedAccount = await makeAccount(system.database.dataSource, { settings: { active: false } });
    const skippedId = await submit(pausedAccount);
    await waitForDelivery(skippedId, ({ state }) => state === 'sent');
    expect(receivedCallbacks[0]?.body).toMatchObject({
      type: 'call.skipped',
      data: { id: skippedId, skipReason: 'account_inactive' },
    });

    const account = await makeAccount(system.database.dataSource);
    const reply = provider.reply;
    provider.reply = () => ({ status: 401, body: {} });
    const failedId = await submit(account);
    await waitForDelivery(failedId, ({ state }) => state === 'sent');
    provider.reply = reply;
    expect(receivedCallbacks[1]?.body).toMatchObject({
      type: 'call.failed',
      data: { id: failedId, error: { code: 'TRANSCRIPTION_CREDENTIALS' } },
    });
  });

  it("are retried after a busy receiver's Retry-After", async () => {
    respond = (response, attempt) =>
      attempt === 1 ? response.writeHead(503, { 'retry-after': '7' }).end() : response.end('ok');
    const id = await submit(await makeAccount(system.database.dataSource));
    await waitForDelivery(id, ({ state }) => state === 'retry');
    const [{ wait }] = (await rows<{ wait: number }>(
      system.database.dataSource.manager,
      'select extract(epoch from run_after - updated_at)::float as wait from deliveries where call_id = $1',
      [id],
    )) as [{ wait: number }];
    expect(wait).toBeCloseTo(7, 0);
    expect(await waitForDelivery(id, ({ state }) => state === 'sent')).toMatchObject({ attempts: 2 });
    expect(new Set(receivedCallbacks.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  });

  it('fail permanently when the receiver rejects them', async () => {
    respond = (response) => response.writeHead(410).end();
    const id = await submit(await makeAccount(system.database.dataSource));
    expect(await waitForDelivery(id, ({ state }) => state === 'failed')).toMatchObject({
      attempts: 1,
      error_code: 'OUTBOUND_NOT_FOUND',
    });
  });

  it('are resent once with the same ID if they may have arrived', async () => {
    respond = (response) => response.destroy();
    const id = await submit(await makeAccount(system.database.dataSource));
    expect(await waitForDelivery(id, ({ state }) => state === 'unknown')).toMatchObject({
      attempts: 1,
      error_code: 'OUTBOUND_UNCONFIRMED',
    });
    expect(await waitForDelivery(id, ({ state, attempts }) => state === 'unknown' && attempts === 2)).toMatchObject({
      attempts: 2,
    });
    await system.database.dataSource.query('update deliveries set run_after = now() where call_id = $1', [id]);
    expect(await waitForDelivery(id, ({ state }) => state === 'dead')).toMatchObject({
      error_code: 'DELIVERY_UNCONFIRMED',
    });
    expect(receivedCallbacks).toHaveLength(2);
    expect(new Set(receivedCallbacks.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  });
});
