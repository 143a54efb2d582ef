import { captureError } from '@ringwell/testing/capture-error';
import { FakeGoogleChatServer } from '@ringwell/testing/fake-google-chat-server';
import { makeDeliveryMessage } from '@ringwell/testing/make-delivery-message';

import { describeChannelContract, sendOptions } from '../../testing/describe-channel-contract';
import { describeChatMessages } from '../../testing/describe-chat-messages';
import { outline } from '../../testing/outline';
import { sampleCallWith } from '../../testing/sample-calls';
import { digestMessage, sampleDigestWith } from '../../testing/sample-digests';
import { useWebhookChat } from '../../testing/use-webhook-chat';
import { GoogleChatChannel } from './google-chat.channel';

describe('GoogleChatChannel', () => {
  const chat = useWebhookChat(() => new FakeGoogleChatServer(), GoogleChatChannel, 'googleChatWebhookUrl');
  const { makeMessage } = chat;

  describeChannelContract({
    prefix: 'GOOGLE_CHAT',
    notConnectedCode: 'GOOGLE_CHAT_NOT_CONNECTED',
    timeoutCode: 'GOOGLE_CHAT_UNCONFIRMED',
    revokedCredentials: {
      reply: FakeGoogleChatServer.errorReply(401, 'UNAUTHENTICATED'),
      code: 'GOOGLE_CHAT_FORBIDDEN',
    },
    ignoresBody: true,
    secrets: { pattern: /AIza|fake-token|fake%2Dtoken|AAAA1234/, echo: () => chat.fake.webhookUrl },
    fake: () => chat.fake,
    accept: (request) => chat.fake.serve(request),
    countDelivered: () => chat.fake.messages.length,
    createChannel: (timeoutMs) => chat.createChannel(undefined, timeoutMs),
    createMessage: () => makeMessage(),
    createUnconnectedMessage: () => makeDeliveryMessage('google_chat'),
    createUnreachable: () => chat.createUnreachable('/v1/spaces/A/messages?key=k&token=t'),
  });
  describeChatMessages({
    getChannel: () => chat.channel,
    makeMessage,
    listPostedMessages: () => chat.fake.messages,
    oversized: { measureBytes: () => chat.fake.requests[0]?.bytes ?? 0, atLeast: 10_000, atMost: 32_000 },
  });

  it("posts to the address in the settings, in the call's thread", async () => {
    const sentMessage = makeMessage();
    expect(await chat.channel.send(sentMessage, sendOptions())).toEqual({
      providerRef: 'spaces/AAAA1234/messages/m1.m1',
    });
    expect(chat.fake.requests).toHaveLength(1);
    expect(chat.fake.requests[0]?.path).toBe(
      `${chat.fake.webhookPath}&messageReplyOption=REPLY_MESSAGE_FALLBACK_TO_NEW_THREAD`,
    );
    expect(chat.fake.messages[0]?.thread?.threadKey).toBe(`call-${sentMessage.call.id}`);
  });

  it("keeps an address's reply option and drops its fragment", async () => {
    await chat.channel.send(
      makeMessage({}, `${chat.fake.webhookUrl}&messageReplyOption=REPLY_MESSAGE_OR_FAIL#top`),
      sendOptions(),
    );
    expect(chat.fake.requests[0]?.path).toBe(`${chat.fake.webhookPath}&messageReplyOption=REPLY_MESSAGE_OR_FAIL`);
  });

  it('renders a test message', async () => {
    await chat.channel.sendTest(makeMessage(), sendOptions());
    expect(outline(chat.fake.messages)).toMatchSnapshot();
  });

  it('renders untrusted text in a digest without interpreting it', async () => {
    const maliciousText = `<users/all> <b>bold</b> ${'水漏れ'.repeat(200)}`;
    await chat.channel.sendDigest(digestMessage(makeMessage(), sampleDigestWith(maliciousText)), sendOptions());
    expect(JSON.stringify(chat.fake.messages)).not.toMatch(/<users|[^>"]<b>bold/);
    expect(chat.fake.messages[0]?.fallbackText).not.toMatch(/[<>]/);
    expect(chat.fake.requests[0]?.bytes).toBeLessThanOrEqual(32_000);
  });

  it('renders untrusted text without interpreting it', async () => {
    const maliciousText = '<a href="https://evil.test">click</a> <b>bold</b> <users/all> AT&T \u202Etxt.exe\u0007';
    const parts = sampleCallWith(maliciousText);
    await chat.channel.send(
      makeMessage({ ...parts, analysis: { ...parts.analysis, summary: `${maliciousText}\ntwo` } }),
      sendOptions(),
    );
    const cards = JSON.stringify(chat.fake.messages[0]?.cardsV2);
    expect(cards).not.toMatch(/<a|<\/a|<users|\u202E|\\u0007/);
    expect(cards.match(/&lt;a href=\\"https:\/\/evil.test\\"&gt;click&lt;\/a&gt;/g)).toHaveLength(5);
    expect(cards).toContain('AT&amp;T');
    expect(chat.fake.messages[0]?.fallbackText).not.toMatch(/[<>\u202E]/);
    expect(cards).toContain('<br>two');
    expect(chat.fake.messages[0]?.cardsV2?.[0]?.card.header.title).toContain('‹b›bold‹/b›');
  });

  it.each([
    [400, 'INVALID_ARGUMENT', { code: 'GOOGLE_CHAT_REFUSED', retryable: false }],
    [403, 'PERMISSION_DENIED', { code: 'GOOGLE_CHAT_FORBIDDEN', retryable: false }],
    [404, 'NOT_FOUND', { code: 'GOOGLE_CHAT_NOT_FOUND', retryable: false }],
    [429, 'RESOURCE_EXHAUSTED', { code: 'GOOGLE_CHAT_RATE_LIMITED', retryable: true }],
    [500, 'INTERNAL', { code: 'GOOGLE_CHAT_UNAVAILABLE', kind: 'provider', retryable: true }],
    [503, 'UNAVAILABLE', { code: 'GOOGLE_CHAT_UNAVAILABLE', kind: 'provider', retryable: true }],
  ])('maps %d %s', async (status, statusName, expected) => {
    chat.fake.reply = () => FakeGoogleChatServer.errorReply(status, statusName);
    expect(await captureError(chat.channel.send(makeMessage(), sendOptions()))).toMatchObject(expected);
    expect(chat.fake.requests).toHaveLength(1);
  });

  it('does not store a reference when the response does not name a message', async () => {
    chat.fake.reply = () => ({ body: { name: 'users/1' } });
    expect(await chat.channel.send(makeMessage(), sendOptions())).toEqual({});
  });

  it('rejects an address outside Google Chat, even if it is already saved', async () => {
    chat.channel = chat.createChannel([]);
    for (const url of [
      chat.fake.webhookUrl,
      'https://chat.googleapis.com.example.com/v1/spaces/A/messages?key=k&token=t',
      'https://chat.googleapis.com/v1/spaces/A/messages?key=k',
    ]) {
      expect(await captureError(chat.channel.send(makeMessage({}, url), sendOptions()))).toMatchObject({
        code: 'GOOGLE_CHAT_ADDRESS_REFUSED',
        retryable: false,
      });
    }
    expect(chat.fake.requests).toHaveLength(0);
  });
});
