import { createHmac } from 'node:crypto';

import { SEALED_FIELDS } from '@ringwell/database/sealed-fields';
import { AppError } from '@ringwell/domain/app-error';
import type { Config } from '@ringwell/platform/config/settings';
import { SecretBox } from '@ringwell/platform/crypto/secret-box';
import { newWebhookSecret } from '@ringwell/platform/crypto/standard-webhook';
import { SafeHttp } from '@ringwell/platform/outbound/safe-http';
import { BAD_BODIES, BAD_HEAD, type ProviderReply } from '@ringwell/testing/fake-http-provider';
import { FakeWebhookReceiver } from '@ringwell/testing/fake-webhook-receiver';
import {
  makeDeliveryMessage,
  type DeliveryMessageParts,
  type TestDeliveryMessage,
} from '@ringwell/testing/make-delivery-message';
import { TEST_KEY } from '@ringwell/testing/test-system';

import { SignedWebhookClient } from '../../signed-webhook-client';
import { WebhookChannel } from './webhook.channel';

const CONFIG = { PRODUCT_NAME: 'Ringwell', PUBLIC_URL: 'https://calls.example.com', PORT: 3000 } as Config;
const PATH = '/hook/a%2Fb?signature=x%2By&empty=';

describe('the outgoing webhook', () => {
  const receiver = new FakeWebhookReceiver();
  const box = new SecretBox(TEST_KEY);
  const secret = newWebhookSecret();
  let http: SafeHttp;
  let channel: WebhookChannel;

  beforeAll(async () => {
    await receiver.start();
    http = new SafeHttp({ allow: [new URL(receiver.origin).host], idleTimeoutMs: 300 });
    channel = new WebhookChannel(new SignedWebhookClient(http, box), box, CONFIG);
  });
  afterAll(async () => {
    await http.close();
    await receiver.stop();
  });
  beforeEach(() => {
    receiver.requests.length = 0;
    receiver.reply = () => ({ body: 'ok' });
  });

  const options = (): { signal: AbortSignal } => ({ signal: AbortSignal.timeout(30_000) });
  const message = (parts: DeliveryMessageParts = {}): TestDeliveryMessage => {
    const made = makeDeliveryMessage('webhook', parts);
    const { userId } = made.settings;
    Object.assign(
      made.settings,
      {
        sealedWebhookUrl: box.seal(receiver.origin + PATH, SEALED_FIELDS.webhookUrl(userId)),
        sealedWebhookSecret: box.seal(secret, SEALED_FIELDS.webhookSecret(userId)),
      },
      parts.settings,
    );
    return made;
  };
  const failure = async (): Promise<AppError> => {
    const thrown = await channel.send(message(), options()).catch((error: unknown) => error);
    if (!(thrown instanceof AppError)) throw new Error('It did not fail as it should.');
    return thrown;
  };

  it('tells of a completed call, signed, at the very address that was entered', async () => {
    await channel.send(message(), options());
    const [{ path, headers, raw }] = receiver.requests as [FakeWebhookReceiver['requests'][number]];
    expect(path).toBe(PATH);
    const signed = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${raw}`;
    const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
    expect(headers).toMatchObject({
      'webhook-signature': `v1,${createHmac('sha256', key).update(signed).digest('base64')}`,
      'content-type': 'application/json',
    });
    expect(JSON.parse(raw)).toMatchSnapshot();
  });

  it('sends a test that can be told from a call', async () => {
    await channel.sendTest(message(), options());
    expect(JSON.parse(receiver.requests[0]?.raw ?? '')).toMatchObject({
      type: 'test',
      data: { message: 'Ringwell can reach this address.' },
    });
  });

  it('has the same id when it is repeated, which happens once', async () => {
    const repeated = message();
    await channel.send(repeated, options());
    await channel.send(repeated, options());
    expect(new Set(receiver.requests.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    expect(await channel.verify(message({ delivery: { uncertainTries: 1 } }))).toBe('send_again');
    expect(await channel.verify(message({ delivery: { uncertainTries: 2 } }))).toBe('give_up');
  });

  it.each<[string, ProviderReply, Partial<AppError>]>([
    ['is still busy with the workflow', { status: 409, body: '' }, { code: 'OUTBOUND_UNAVAILABLE', retryable: true }],
    [
      'asks to wait',
      { status: 429, headers: { 'retry-after': '90' }, body: '' },
      { code: 'OUTBOUND_RATE_LIMITED', retryable: true, retryAfterMs: 90_000 },
    ],
    ['is broken', { status: 500, body: '<html>' }, { code: 'OUTBOUND_UNAVAILABLE', retryable: true }],
    ['answers what is no HTTP', BAD_HEAD, { code: 'OUTBOUND_UNCONFIRMED', kind: 'timeout', retryable: true }],
    ['does not answer', 'hang', { code: 'OUTBOUND_TIMEOUT', kind: 'timeout', retryable: true }],
    ['knows no such token', { status: 401, body: '' }, { code: 'OUTBOUND_FORBIDDEN', retryable: false }],
    ['has nothing there', { status: 404, body: '' }, { code: 'OUTBOUND_NOT_FOUND', retryable: false }],
    ['has nothing there any more', { status: 410, body: '' }, { code: 'OUTBOUND_NOT_FOUND', retryable: false }],
    ['refuses it', { status: 422, body: '' }, { code: 'OUTBOUND_REFUSED', retryable: false }],
    [
      'has moved',
      { status: 308, headers: { location: 'http://169.254.169.254/' }, body: '' },
      { code: 'OUTBOUND_REDIRECT', retryable: false },
    ],
  ])('when the receiver %s', async (_what, reply, expected) => {
    receiver.reply = () => reply;
    const error = await failure();
    expect(error).toMatchObject(expected);
    expect(error.message).toMatch(/^127\.0\.0\.1 .*\.$/);
    expect(receiver.requests).toHaveLength(1);
  });

  it.each(BAD_BODIES)('counts as sent when the body of a successful response %s', async (_what, reply) => {
    receiver.reply = () => reply;
    await expect(channel.send(message(), options())).resolves.toEqual({});
  });

  it('counts as sent when the worker stops while the body of a successful response comes', async () => {
    const stop = new AbortController();
    receiver.reply = () => {
      setTimeout(() => stop.abort(), 100);
      return { raw: 'HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\n', staysOpen: true };
    };
    await expect(channel.send(message(), { signal: stop.signal })).resolves.toEqual({});
  });

  it('is refused, not uncertain, when the body of a refusal is cut off', async () => {
    receiver.reply = () => ({ raw: 'HTTP/1.1 410 Gone\r\ncontent-length: 10\r\n\r\nG' });
    expect(await failure()).toMatchObject({ code: 'OUTBOUND_NOT_FOUND', retryable: false });
  });

  it('says where to enter an address while there is none', async () => {
    await expect(channel.sendTest(message({ settings: { sealedWebhookUrl: null } }), options())).rejects.toMatchObject({
      code: 'WEBHOOK_NOT_CONNECTED',
      retryable: false,
    });
  });
});
