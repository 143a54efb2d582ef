import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';

import { SEALED_FIELDS } from '@ringwell/database/sealed-fields';
import type { AppError } from '@ringwell/domain/errors/app-error';
import type { WorkerConfig } from '@ringwell/platform/config/environment-settings';
import { SecretBox } from '@ringwell/platform/crypto/secret-box';
import { generateWebhookSecret } from '@ringwell/platform/crypto/standard-webhook';
import { SafeHttp } from '@ringwell/platform/outbound/safe-http';
import { captureError } from '@ringwell/testing/capture-error';
import { BAD_HEAD, type ProviderReply } from '@ringwell/testing/fake-http-provider';
import { FakeWebhookReceiver } from '@ringwell/testing/fake-webhook-receiver';
import {
  makeDeliveryMessage,
  type DeliveryMessageParts,
  type TestDeliveryMessage,
} from '@ringwell/testing/make-delivery-message';
import { TEST_KEY } from '@ringwell/testing/test-keys';

import type { EventMessage } from '../../delivery-channel';
import { SignedWebhookClient } from '../../signed-webhook.client';
import { describeChannelContract, sendOptions } from '../../testing/describe-channel-contract';
import { WebhookChannel } from './webhook.channel';

const CONFIG = { PRODUCT_NAME: 'Ringwell', PUBLIC_URL: 'https://calls.example.com', PORT: 3000 } as WorkerConfig;
const PATH = '/hook/a%2Fb?signature=x%2By&empty=';

const FOLLOW_UP: EventMessage['event']['followUp'] = {
  id: '9d2f4c1e-6a3f-4d0b-9a60-0b5c3b2d9f10',
  accountId: 'a',
  callId: '7e7a2c1e-6a3f-4d0b-9a60-0b5c3b2d9f10',
  kind: 'unhappy',
  state: 'done',
  outcome: 'recovered',
  dueAt: new Date('2026-03-31T19:30:00Z'),
  isPromisedTime: false,
  callCount: 2,
  isDanger: false,
  snoozedUntil: null,
  closedAt: new Date('2026-03-31T19:00:00Z'),
  calledBackAt: new Date('2026-03-31T18:50:00Z'),
  takenBy: null,
  jobId: null,
  broughtCents: null,
  isEstimate: false,
  customer: { id: 'b1d8f8f4-3f0a-4b87-8b53-6b6f5f1c2a10', name: 'Dana Whitfield', phone: '+15550100142' },
  callerName: 'Dana Whitfield',
  assignee: { id: 'm', name: 'Paul Ruiz' },
  why: 'The repair did not hold.',
};

describe('WebhookChannel', () => {
  const receiver = new FakeWebhookReceiver();
  const box = new SecretBox(TEST_KEY);
  const secret = generateWebhookSecret();
  const clients: SafeHttp[] = [];
  let channel: WebhookChannel;

  beforeAll(async () => {
    await receiver.start();
    channel = createChannel(300);
  });
  afterAll(async () => {
    await Promise.all(clients.map((http) => http.close()));
    await receiver.stop();
  });
  beforeEach(() => {
    receiver.requests.length = 0;
    receiver.reply = () => ({ body: 'ok' });
  });

  const createChannel = (idleTimeoutMs?: number): WebhookChannel => {
    const http = new SafeHttp({ allow: [new URL(receiver.origin).host, '127.0.0.1:9'], idleTimeoutMs });
    clients.push(http);
    return new WebhookChannel(new SignedWebhookClient(http, box), box, CONFIG);
  };
  const makeMessage = (parts: DeliveryMessageParts = {}): TestDeliveryMessage => {
    const message = makeDeliveryMessage('webhook', parts);
    const { accountId } = message.settings;
    Object.assign(
      message.settings,
      {
        sealedWebhookUrl: box.seal(receiver.origin + PATH, SEALED_FIELDS.webhookUrl(accountId)),
        sealedWebhookSecret: box.seal(secret, SEALED_FIELDS.webhookSecret(accountId)),
      },
      parts.settings,
    );
    return message;
  };
  const captureFailure = (): Promise<AppError> => captureError(channel.send(makeMessage(), sendOptions()));

  describeChannelContract({
    prefix: 'OUTBOUND',
    notConnectedCode: 'WEBHOOK_NOT_CONNECTED',
    timeoutCode: 'OUTBOUND_TIMEOUT',
    revokedCredentials: { reply: { status: 401, body: '' }, code: 'OUTBOUND_FORBIDDEN' },
    ignoresBody: true,
    secrets: { pattern: /hook|signature/, echo: () => receiver.origin + PATH },
    fake: () => receiver,
    accept: () => undefined,
    countDelivered: () => receiver.requests.length,
    createChannel: (timeoutMs) => createChannel(timeoutMs),
    createMessage: () => makeMessage(),
    createUnconnectedMessage: () => makeMessage({ settings: { sealedWebhookUrl: null } }),
    createUnreachable: () => {
      const unreachableMessage = makeMessage();
      const { accountId } = unreachableMessage.settings;
      unreachableMessage.settings.sealedWebhookUrl = box.seal(
        'http://127.0.0.1:9/x',
        SEALED_FIELDS.webhookUrl(accountId),
      );
      return { channel, message: unreachableMessage };
    },
  });

  // Returns the example below a heading of docs/connect/webhooks.md, whose fields must be those in the tables above it.
  const readDocumentedEvent = (heading: string): object => {
    const [, section = ''] = readFileSync('docs/connect/webhooks.md', 'utf8').split(`## ${heading}\n`);
    const [tables = '', example = ''] = section.split(/```(?:json)?\n/);
    const event = JSON.parse(example) as { data: object };
    const fieldCells = [...tables.matchAll(/^\| (`.*?`) \|/gm)].map(([, cell = '']) => cell);
    expect(fieldCells.join(', ').replaceAll('`', '').split(', ').sort()).toEqual(Object.keys(event.data).sort());
    return event;
  };

  it('posts a signed event to the exact address in the settings', async () => {
    await channel.send(
      makeMessage({
        agentName: 'Paul Ruiz',
        call: {
          externalId: 'call-4711',
          jobId: '48213',
          callType: null,
          callReason: null,
          campaign: null,
          businessUnit: null,
          tag: null,
        },
        analysis: { booking: 'not_a_lead' },
      }),
      sendOptions(),
    );
    const [{ path, headers, raw }] = receiver.requests as [FakeWebhookReceiver['requests'][number]];
    expect(path).toBe(PATH);
    const signedContent = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${raw}`;
    const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
    expect(headers).toMatchObject({
      'webhook-signature': `v1,${createHmac('sha256', key).update(signedContent).digest('base64')}`,
      'content-type': 'application/json',
    });
    expect(JSON.parse(raw)).toEqual(readDocumentedEvent('Calls'));
  });

  it('posts a signed event about a follow-up', async () => {
    await channel.sendEvent(
      {
        ...makeMessage(),
        event: {
          type: 'done',
          at: new Date('2026-03-31T19:00:00Z'),
          followUp: FOLLOW_UP,
        },
      },
      sendOptions(),
    );
    const [{ headers, raw }] = receiver.requests as [FakeWebhookReceiver['requests'][number]];
    expect(headers['webhook-signature']).toMatch(/^v1,/);
    expect(JSON.parse(raw)).toEqual(readDocumentedEvent('Follow-ups'));
  });

  it('leaves out what a carrier sent instead of a withheld number', async () => {
    const followUp = { ...FOLLOW_UP, customer: { ...FOLLOW_UP.customer, phone: 'anonymous' } };
    await channel.sendEvent({ ...makeMessage(), event: { type: 'opened', at: new Date(), followUp } }, sendOptions());
    expect(JSON.parse(receiver.requests[0]?.raw ?? '')).toMatchObject({ data: { customer: { phone: null } } });
  });

  it('marks a test event as a test', async () => {
    await channel.sendTest(makeMessage(), sendOptions());
    expect(JSON.parse(receiver.requests[0]?.raw ?? '')).toMatchObject({
      type: 'test',
      data: { message: 'Ringwell can reach this address.' },
    });
  });

  it('resends an event once with the same ID', async () => {
    const repeatedMessage = makeMessage();
    await channel.send(repeatedMessage, sendOptions());
    await channel.send(repeatedMessage, sendOptions());
    expect(new Set(receiver.requests.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    expect(await channel.verify(makeMessage({ delivery: { uncertainTries: 1 } }), sendOptions())).toBe('send_again');
    expect(await channel.verify(makeMessage({ delivery: { uncertainTries: 2 } }), sendOptions())).toBe('give_up');
  });

  it.each<[string, ProviderReply, Partial<AppError>]>([
    ['409, which n8n returns while its workflow is busy', { status: 409, body: '' }, { code: 'OUTBOUND_UNAVAILABLE' }],
    [
      '429',
      { status: 429, headers: { 'retry-after': '90' }, body: '' },
      { code: 'OUTBOUND_RATE_LIMITED', retryAfterMs: 90_000 },
    ],
    ['500', { status: 500, body: '<html>' }, { code: 'OUTBOUND_UNAVAILABLE', retryable: true }],
    ['a response other than HTTP', BAD_HEAD, { code: 'OUTBOUND_UNCONFIRMED', kind: 'timeout', retryable: true }],
    ['no response', 'hang', { code: 'OUTBOUND_TIMEOUT', kind: 'timeout', retryable: true }],
    ['401', { status: 401, body: '' }, { code: 'OUTBOUND_FORBIDDEN', retryable: false }],
    ['404', { status: 404, body: '' }, { code: 'OUTBOUND_NOT_FOUND', retryable: false }],
    ['410', { status: 410, body: '' }, { code: 'OUTBOUND_NOT_FOUND', retryable: false }],
    ['422', { status: 422, body: '' }, { code: 'OUTBOUND_REFUSED', retryable: false }],
    [
      '308',
      { status: 308, headers: { location: 'http://169.254.169.254/' }, body: '' },
      { code: 'OUTBOUND_REDIRECT', retryable: false },
    ],
  ])('names the host in the error message for %s', async (_case, reply, expected) => {
    receiver.reply = () => reply;
    const error = await captureFailure();
    expect(error).toMatchObject(expected);
    expect(error.message).toMatch(/^127\.0\.0\.1 .*\.$/);
    expect(receiver.requests).toHaveLength(1);
  });

  it('counts an event as delivered even if the worker stops while reading the body of a successful response', async () => {
    const controller = new AbortController();
    receiver.reply = () => {
      setTimeout(() => controller.abort(), 100);
      return { raw: 'HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\n', staysOpen: true };
    };
    await expect(channel.send(makeMessage(), { signal: controller.signal })).resolves.toEqual({});
  });

  it('does not count an event as delivered when the body of an error response is cut off', async () => {
    receiver.reply = () => ({ raw: 'HTTP/1.1 410 Gone\r\ncontent-length: 10\r\n\r\nG' });
    expect(await captureFailure()).toMatchObject({ code: 'OUTBOUND_NOT_FOUND', retryable: false });
  });

  it('asks for an address when a test is sent without one', async () => {
    await expect(
      channel.sendTest(makeMessage({ settings: { sealedWebhookUrl: null } }), sendOptions()),
    ).rejects.toMatchObject({
      code: 'WEBHOOK_NOT_CONNECTED',
      retryable: false,
    });
  });
});
