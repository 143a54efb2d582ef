import { SEALED_FIELDS } from '@ringwell/database/sealed-fields';
import type { WorkerConfig } from '@ringwell/platform/config/environment-settings';
import { SecretBox } from '@ringwell/platform/crypto/secret-box';
import { SafeHttp } from '@ringwell/platform/outbound/safe-http';
import { WebhookRules } from '@ringwell/platform/outbound/webhook-rules';
import { captureError } from '@ringwell/testing/capture-error';
import { FakeGoogleChatServer } from '@ringwell/testing/fake-google-chat-server';
import {
  makeDeliveryMessage,
  type DeliveryMessageParts,
  type TestDeliveryMessage,
} from '@ringwell/testing/make-delivery-message';
import { TEST_KEY } from '@ringwell/testing/test-keys';

import { ChatWebhookClient } from '../../chat-webhook.client';
import { describeChannelContract, sendOptions } from '../../testing/describe-channel-contract';
import { expectDetailsHidden, REDACTED_CALL } from '../../testing/hidden-details';
import { outline } from '../../testing/outline';
import { sampleCallWith, OVERSIZED_CALL, SAMPLE_CALLS } from '../../testing/sample-calls';
import { digestMessage, sampleDigestWith } from '../../testing/sample-digests';
import { letterMessage } from '../../testing/sample-letters';
import { GoogleChatChannel } from './google-chat.channel';

const CONFIG = { PRODUCT_NAME: 'Ringwell', PUBLIC_URL: 'https://calls.example.com', PORT: 3000 } as WorkerConfig;
const UNREACHABLE_HOST = '127.0.0.1:9';

describe('GoogleChatChannel', () => {
  const box = new SecretBox(TEST_KEY);
  const clients: SafeHttp[] = [];
  let fake: FakeGoogleChatServer;
  let channel: GoogleChatChannel;

  const createChannel = (allow: string[], idleTimeoutMs?: number): GoogleChatChannel => {
    const http = new SafeHttp({ allow, idleTimeoutMs });
    clients.push(http);
    const rules = new WebhookRules({ allow, teamsHosts: ['api.powerplatform.com'] });
    return new GoogleChatChannel(new ChatWebhookClient(http, rules), box, CONFIG);
  };
  const getFakeHost = (): string => new URL(fake.origin).host;

  beforeEach(async () => {
    fake = new FakeGoogleChatServer();
    await fake.start();
    channel = createChannel([getFakeHost()]);
  });
  afterEach(async () => {
    await Promise.all(clients.splice(0).map((http) => http.close()));
    await fake.stop();
  });

  const makeMessage = (parts: DeliveryMessageParts = {}, url = fake.webhookUrl): TestDeliveryMessage => {
    const message = makeDeliveryMessage('google_chat', parts);
    message.settings.sealedGoogleChatWebhookUrl = box.seal(
      url,
      SEALED_FIELDS.googleChatWebhookUrl(message.settings.accountId),
    );
    return message;
  };

  describeChannelContract({
    prefix: 'GOOGLE_CHAT',
    notConnectedCode: 'GOOGLE_CHAT_NOT_CONNECTED',
    timeoutCode: 'GOOGLE_CHAT_UNCONFIRMED',
    revokedCredentials: {
      reply: FakeGoogleChatServer.errorReply(401, 'UNAUTHENTICATED'),
      code: 'GOOGLE_CHAT_FORBIDDEN',
    },
    ignoresBody: true,
    secrets: { pattern: /AIza|fake-token|fake%2Dtoken|AAAA1234/, echo: () => fake.webhookUrl },
    fake: () => fake,
    accept: (request) => fake.serve(request),
    countDelivered: () => fake.messages.length,
    createChannel: (timeoutMs) => createChannel([getFakeHost()], timeoutMs),
    createMessage: () => makeMessage(),
    createUnconnectedMessage: () => makeDeliveryMessage('google_chat'),
    createUnreachable: () => ({
      channel: createChannel([UNREACHABLE_HOST]),
      message: makeMessage({}, `http://${UNREACHABLE_HOST}/v1/spaces/A/messages?key=k&token=t`),
    }),
  });

  it('replaces hidden details with placeholders', async () => {
    await channel.send(makeMessage(REDACTED_CALL), sendOptions());
    expectDetailsHidden(JSON.stringify(fake.messages));
  });

  it("posts to the address in the settings, in the call's thread", async () => {
    const sentMessage = makeMessage();
    expect(await channel.send(sentMessage, sendOptions())).toEqual({ providerRef: 'spaces/AAAA1234/messages/m1.m1' });
    expect(fake.requests).toHaveLength(1);
    expect(fake.requests[0]?.path).toBe(`${fake.webhookPath}&messageReplyOption=REPLY_MESSAGE_FALLBACK_TO_NEW_THREAD`);
    expect(fake.messages[0]?.thread?.threadKey).toBe(`call-${sentMessage.call.id}`);
  });

  it("keeps an address's reply option and drops its fragment", async () => {
    await channel.send(
      makeMessage({}, `${fake.webhookUrl}&messageReplyOption=REPLY_MESSAGE_OR_FAIL#top`),
      sendOptions(),
    );
    expect(fake.requests[0]?.path).toBe(`${fake.webhookPath}&messageReplyOption=REPLY_MESSAGE_OR_FAIL`);
  });

  it.each(SAMPLE_CALLS)('renders a %s call', async (_label, parts) => {
    await channel.send(makeMessage(parts), sendOptions());
    expect(outline(fake.messages)).toMatchSnapshot();
  });

  it('renders a test message', async () => {
    await channel.sendTest(makeMessage(), sendOptions());
    expect(outline(fake.messages)).toMatchSnapshot();
  });

  it('renders a digest of overdue follow-ups', async () => {
    await channel.sendDigest(digestMessage(makeMessage({ delivery: { escalationId: 'e-1' } })), sendOptions());
    expect(outline(fake.messages)).toMatchSnapshot();
  });

  it('renders a short version of the weekly letter', async () => {
    await channel.sendLetter(letterMessage(makeMessage({ delivery: { weeklyLetterId: 'l-1' } })), sendOptions());
    expect(outline(fake.messages)).toMatchSnapshot();
  });

  it('renders untrusted text in a digest without interpreting it', async () => {
    const maliciousText = `<users/all> <b>bold</b> ${'水漏れ'.repeat(200)}`;
    await channel.sendDigest(digestMessage(makeMessage(), sampleDigestWith(maliciousText)), sendOptions());
    expect(JSON.stringify(fake.messages)).not.toMatch(/<users|[^>"]<b>bold/);
    expect(fake.messages[0]?.fallbackText).not.toMatch(/[<>]/);
    expect(fake.requests[0]?.bytes).toBeLessThanOrEqual(32_000);
  });

  it('renders untrusted text without interpreting it', async () => {
    const maliciousText = '<a href="https://evil.test">click</a> <b>bold</b> <users/all> AT&T \u202Etxt.exe\u0007';
    const parts = sampleCallWith(maliciousText);
    await channel.send(
      makeMessage({ ...parts, analysis: { ...parts.analysis, summary: `${maliciousText}\ntwo` } }),
      sendOptions(),
    );
    const cards = JSON.stringify(fake.messages[0]?.cardsV2);
    expect(cards).not.toMatch(/<a|<\/a|<users|\u202E|\\u0007/);
    expect(cards.match(/&lt;a href=\\"https:\/\/evil.test\\"&gt;click&lt;\/a&gt;/g)).toHaveLength(5);
    expect(cards).toContain('AT&amp;T');
    expect(fake.messages[0]?.fallbackText).not.toMatch(/[<>\u202E]/);
    expect(cards).toContain('<br>two');
    expect(fake.messages[0]?.cardsV2?.[0]?.card.header.title).toContain('‹b›bold‹/b›');
  });

  it('shortens an oversized message', async () => {
    await channel.send(makeMessage(OVERSIZED_CALL), sendOptions());
    const [{ bytes }] = fake.requests as [FakeGoogleChatServer['requests'][number]];
    expect(bytes).toBeLessThanOrEqual(32_000);
    expect(bytes).toBeGreaterThan(10_000);
    expect(fake.messages).toHaveLength(1);
  });

  it.each([
    [400, 'INVALID_ARGUMENT', { code: 'GOOGLE_CHAT_REFUSED', retryable: false }],
    [403, 'PERMISSION_DENIED', { code: 'GOOGLE_CHAT_FORBIDDEN', retryable: false }],
    [404, 'NOT_FOUND', { code: 'GOOGLE_CHAT_NOT_FOUND', retryable: false }],
    [429, 'RESOURCE_EXHAUSTED', { code: 'GOOGLE_CHAT_RATE_LIMITED', retryable: true }],
    [500, 'INTERNAL', { code: 'GOOGLE_CHAT_UNAVAILABLE', kind: 'provider', retryable: true }],
    [503, 'UNAVAILABLE', { code: 'GOOGLE_CHAT_UNAVAILABLE', kind: 'provider', retryable: true }],
  ])('maps %d %s', async (status, statusName, expected) => {
    fake.reply = () => FakeGoogleChatServer.errorReply(status, statusName);
    expect(await captureError(channel.send(makeMessage(), sendOptions()))).toMatchObject(expected);
    expect(fake.requests).toHaveLength(1);
  });

  it('does not store a reference when the response does not name a message', async () => {
    fake.reply = () => ({ body: { name: 'users/1' } });
    expect(await channel.send(makeMessage(), sendOptions())).toEqual({});
  });

  it('rejects an address outside Google Chat, even if it is already saved', async () => {
    channel = createChannel([]);
    for (const url of [
      fake.webhookUrl,
      'https://chat.googleapis.com.example.com/v1/spaces/A/messages?key=k&token=t',
      'https://chat.googleapis.com/v1/spaces/A/messages?key=k',
    ]) {
      expect(await captureError(channel.send(makeMessage({}, url), sendOptions()))).toMatchObject({
        code: 'GOOGLE_CHAT_ADDRESS_REFUSED',
        retryable: false,
      });
    }
    expect(fake.requests).toHaveLength(0);
  });
});
