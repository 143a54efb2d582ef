import { SEALED_FIELDS } from '@ringwell/database/sealed-fields';
import { AppError } from '@ringwell/domain/app-error';
import type { Config } from '@ringwell/platform/config/settings';
import { SecretBox } from '@ringwell/platform/crypto/secret-box';
import { SafeHttp } from '@ringwell/platform/outbound/safe-http';
import { WebhookRules } from '@ringwell/platform/outbound/webhook-rules';
import { FakeGoogleChatServer } from '@ringwell/testing/fake-google-chat-server';
import { BAD_BODIES, BAD_HEAD } from '@ringwell/testing/fake-http-provider';
import {
  makeDeliveryMessage,
  type DeliveryMessageParts,
  type TestDeliveryMessage,
} from '@ringwell/testing/make-delivery-message';
import { TEST_KEY } from '@ringwell/testing/test-system';

import { ChatWebhookClient } from '../../chat-webhook-client';
import { GoogleChatChannel } from './google-chat.channel';

const CONFIG = { PRODUCT_NAME: 'Ringwell', PUBLIC_URL: 'https://calls.example.com', PORT: 3000 } as Config;

describe('alerts in Google Chat', () => {
  const box = new SecretBox(TEST_KEY);
  let fake: FakeGoogleChatServer;
  let http: SafeHttp;
  let channel: GoogleChatChannel;

  const channelAllowing = (allow: string[], idleTimeoutMs?: number): GoogleChatChannel => {
    http = new SafeHttp({ allow, idleTimeoutMs });
    return new GoogleChatChannel(
      new ChatWebhookClient(http, new WebhookRules({ allow, teamsHosts: ['api.powerplatform.com'] })),
      box,
      CONFIG,
    );
  };
  beforeEach(async () => {
    fake = new FakeGoogleChatServer();
    await fake.start();
    channel = channelAllowing([new URL(fake.origin).host]);
  });
  afterEach(async () => {
    await http.close();
    await fake.stop();
  });

  const options = (): { signal: AbortSignal } => ({ signal: AbortSignal.timeout(30_000) });
  const message = (parts: DeliveryMessageParts = {}, url = fake.webhookUrl): TestDeliveryMessage => {
    const made = makeDeliveryMessage('google_chat', parts);
    made.settings.sealedGoogleChatWebhookUrl = box.seal(url, SEALED_FIELDS.googleChatWebhookUrl(made.settings.userId));
    return made;
  };
  const failureOf = async (sending: Promise<unknown>): Promise<AppError> => {
    const thrown = await sending.catch((error: unknown) => error);
    if (!(thrown instanceof AppError)) throw new Error(`It did not fail as it should: ${String(thrown)}`);
    return thrown;
  };

  it('are posted with the address as it was entered, in the thread of the call', async () => {
    const sending = message();
    expect(await channel.send(sending, options())).toEqual({ providerRef: 'spaces/AAAA1234/messages/m1.m1' });
    expect(fake.requests).toHaveLength(1);
    expect(fake.requests[0]?.path).toBe(`${fake.webhookPath}&messageReplyOption=REPLY_MESSAGE_FALLBACK_TO_NEW_THREAD`);
    expect(fake.messages[0]?.thread?.threadKey).toBe(`call-${sending.call.id}`);
  });

  it('keep the reply option and drop the fragment of an address that has them', async () => {
    await channel.send(message({}, `${fake.webhookUrl}&messageReplyOption=REPLY_MESSAGE_OR_FAIL#top`), options());
    expect(fake.requests[0]?.path).toBe(`${fake.webhookPath}&messageReplyOption=REPLY_MESSAGE_OR_FAIL`);
  });

  it.each([
    ['negative', {}],
    [
      'positive',
      {
        analysis: {
          sentiment: 'positive',
          summary: 'The heater works again.',
          keyPoints: ['Heater repaired'],
          followUp: { needed: false },
        },
      },
    ],
    ['neutral', { call: { direction: 'outbound' }, analysis: { sentiment: 'neutral', followUp: { needed: true } } }],
    [
      'minimal',
      {
        call: { customerName: null, fromNumber: null, direction: null, occurredAt: null },
        analysis: { sentiment: 'neutral', summary: '', keyPoints: [], followUp: { needed: false } },
      },
    ],
  ] as [string, DeliveryMessageParts][])('look so for a %s call', async (_label, parts) => {
    await channel.send(message(parts), options());
    expect(fake.messages).toMatchSnapshot();
  });

  it('can be tested', async () => {
    await channel.sendTest(message(), options());
    expect(fake.messages).toMatchSnapshot();
  });

  it('show what people said as text', async () => {
    const hostile = '<a href="https://evil.test">click</a> <b>bold</b> <users/all> AT&T \u202Etxt.exe\u0007';
    await channel.send(
      message({
        call: { customerName: hostile },
        analysis: { summary: `${hostile}\ntwo`, keyPoints: [hostile], followUp: { needed: true, what: hostile } },
      }),
      options(),
    );
    const cards = JSON.stringify(fake.messages[0]?.cardsV2);
    expect(cards).not.toMatch(/<a|<\/a|<users|\u202E|\\u0007/);
    expect(cards.match(/&lt;a href=\\"https:\/\/evil.test\\"&gt;click&lt;\/a&gt;/g)).toHaveLength(4);
    expect(cards).toContain('AT&amp;T');
    expect(fake.messages[0]?.fallbackText).not.toMatch(/[<>\u202E]/);
    expect(cards).toContain('<br>two');
    expect(fake.messages[0]?.cardsV2?.[0]?.card.header.title).toContain('‹b›bold‹/b›');
  });

  it('are shortened when they are too long', async () => {
    const long = `The boiler leaks & <drips>. ${'水漏れが止まりません。'.repeat(2_000)}`;
    await channel.send(
      message({
        call: { customerName: 'x'.repeat(500) },
        analysis: {
          summary: long,
          keyPoints: Array.from({ length: 40 }, () => long),
          followUp: { needed: true, what: long },
        },
      }),
      options(),
    );
    const [{ bytes }] = fake.requests as [FakeGoogleChatServer['requests'][number]];
    expect(bytes).toBeLessThanOrEqual(32_000);
    expect(bytes).toBeGreaterThan(10_000);
    expect(fake.messages).toHaveLength(1);
  });

  it.each([
    [FakeGoogleChatServer.failing(400, 'INVALID_ARGUMENT'), { code: 'GOOGLE_CHAT_REFUSED', retryable: false }],
    [FakeGoogleChatServer.failing(401, 'UNAUTHENTICATED'), { code: 'GOOGLE_CHAT_FORBIDDEN', retryable: false }],
    [FakeGoogleChatServer.failing(403, 'PERMISSION_DENIED'), { code: 'GOOGLE_CHAT_FORBIDDEN', retryable: false }],
    [FakeGoogleChatServer.failing(404, 'NOT_FOUND'), { code: 'GOOGLE_CHAT_NOT_FOUND', retryable: false }],
    [
      { status: 302, headers: { location: '/elsewhere' }, body: '' },
      { code: 'GOOGLE_CHAT_REDIRECT', retryable: false },
    ],
    [
      { status: 429, headers: { 'retry-after': '30' }, body: '' },
      { code: 'GOOGLE_CHAT_RATE_LIMITED', retryable: true, retryAfterMs: 30_000 },
    ],
    [FakeGoogleChatServer.failing(429, 'RESOURCE_EXHAUSTED'), { code: 'GOOGLE_CHAT_RATE_LIMITED', retryable: true }],
    [
      FakeGoogleChatServer.failing(500, 'INTERNAL'),
      { code: 'GOOGLE_CHAT_UNAVAILABLE', kind: 'provider', retryable: true },
    ],
    [
      FakeGoogleChatServer.failing(503, 'UNAVAILABLE'),
      { code: 'GOOGLE_CHAT_UNAVAILABLE', kind: 'provider', retryable: true },
    ],
    [BAD_HEAD, { code: 'GOOGLE_CHAT_UNCONFIRMED', kind: 'timeout', retryable: true }],
  ])('take %j for what it is', async (reply, expected) => {
    fake.reply = () => reply;
    expect(await failureOf(channel.send(message(), options()))).toMatchObject(expected);
    expect(fake.requests).toHaveLength(1);
  });

  it.each([
    ...BAD_BODIES,
    ['is no JSON', { body: '<html>' }] as const,
    ['names no message', { body: { name: 'users/1' } }] as const,
  ])('count as sent, without a reference, when the body of a successful response %s', async (_what, reply) => {
    await http.close();
    channel = channelAllowing([new URL(fake.origin).host], 1_000);
    fake.reply = () => reply;
    expect(await channel.send(message(), options())).toEqual({});
  });

  it('wait until the date that Google names', async () => {
    fake.reply = () => ({
      status: 429,
      headers: { 'retry-after': new Date(Date.now() + 3_600_000).toUTCString() },
      body: '',
    });
    const { retryAfterMs = 0 } = await failureOf(channel.send(message(), options()));
    expect(retryAfterMs).toBeGreaterThan(3_000_000);
    expect(retryAfterMs).toBeLessThanOrEqual(3_600_000);
  });

  it('are sent at most once more when one was taken and nobody said so', async () => {
    await http.close();
    channel = channelAllowing([new URL(fake.origin).host], 1_000);
    fake.reply = (request) => {
      fake.serve(request);
      return 'hang';
    };
    const sending = message();
    expect(await failureOf(channel.send(sending, options()))).toMatchObject({
      code: 'GOOGLE_CHAT_UNCONFIRMED',
      kind: 'timeout',
      retryable: true,
    });
    expect(fake.messages).toHaveLength(1);
    sending.delivery.uncertainTries = 1;
    expect(await channel.verify(sending)).toBe('send_again');
    sending.delivery.uncertainTries = 2;
    expect(await channel.verify(sending)).toBe('give_up');
  });

  it('are tried again when nothing answers there', async () => {
    await http.close();
    channel = channelAllowing(['127.0.0.1:9']);
    expect(
      await failureOf(channel.send(message({}, 'http://127.0.0.1:9/v1/spaces/A/messages?key=k&token=t'), options())),
    ).toMatchObject({ code: 'GOOGLE_CHAT_UNREACHABLE', kind: 'provider', retryable: true });
  });

  it("go to no address that is not Google Chat's, whenever it was saved", async () => {
    await http.close();
    channel = channelAllowing([]);
    for (const url of [
      fake.webhookUrl,
      'https://chat.googleapis.com.example.com/v1/spaces/A/messages?key=k&token=t',
      'https://chat.googleapis.com/v1/spaces/A/messages?key=k',
    ]) {
      expect(await failureOf(channel.send(message({}, url), options()))).toMatchObject({
        code: 'GOOGLE_CHAT_ADDRESS_REFUSED',
        retryable: false,
      });
    }
    expect(fake.requests).toHaveLength(0);
  });

  it('say nothing of the address when they fail', async () => {
    fake.reply = () => ({ status: 400, body: fake.webhookUrl });
    expect((await failureOf(channel.send(message(), options()))).message).not.toMatch(
      /AIza|fake-token|fake%2Dtoken|AAAA1234/,
    );
  });

  it('say what is missing before anything is sent', async () => {
    expect(await failureOf(channel.send(makeDeliveryMessage('google_chat'), options()))).toMatchObject({
      code: 'GOOGLE_CHAT_NOT_CONNECTED',
      retryable: false,
    });
  });
});
