import type { CallEventsRepository } from '@ringwell/database/deliveries/call-events.repository';
import type { WorkerConfig } from '@ringwell/platform/config/environment-settings';
import { SecretBox } from '@ringwell/platform/crypto/secret-box';
import { captureError } from '@ringwell/testing/capture-error';
import type { ProviderReply } from '@ringwell/testing/fake-http-provider';
import { FakeSlackServer, type SlackRequest } from '@ringwell/testing/fake-slack-server';
import {
  makeDeliveryMessage,
  type DeliveryMessageParts,
  type TestDeliveryMessage,
} from '@ringwell/testing/make-delivery-message';
import { sealSecrets } from '@ringwell/testing/seal-secrets';
import { TEST_KEY } from '@ringwell/testing/test-keys';

import { describeChannelContract, sendOptions } from '../../testing/describe-channel-contract';
import { describeChatMessages } from '../../testing/describe-chat-messages';
import { outline } from '../../testing/outline';
import { sampleCallWith } from '../../testing/sample-calls';
import { digestMessage, sampleDigestWith } from '../../testing/sample-digests';
import { SlackChannel } from './slack.channel';
import { SlackClient } from './slack.client';

const CONFIG = { PRODUCT_NAME: 'Ringwell', PUBLIC_URL: 'https://calls.example.com', PORT: 3000 } as WorkerConfig;

describe('SlackChannel', () => {
  const box = new SecretBox(TEST_KEY);
  let slack: FakeSlackServer;
  let channel: SlackChannel;

  const createChannel = (timeoutMs?: number, apiUrl = slack.apiUrl): SlackChannel =>
    new SlackChannel(new SlackClient({ apiUrl, timeoutMs }), {} as CallEventsRepository, box, CONFIG);

  beforeEach(async () => {
    slack = new FakeSlackServer();
    await slack.start();
    channel = createChannel();
  });
  afterEach(() => slack.stop());

  const makeMessage = (parts: DeliveryMessageParts = {}, token = slack.token): TestDeliveryMessage => {
    const message = makeDeliveryMessage('slack', parts);
    Object.assign(message.settings, sealSecrets(message.settings.accountId, { slackBotToken: token }));
    return message;
  };
  const replyTo =
    (method: string, reply: ProviderReply) =>
    (request: SlackRequest): ProviderReply =>
      request.method === method ? reply : slack.serve(request);
  const listPostedMessages = (): { text: string; blocks: unknown }[] =>
    slack.postedMessages.map(({ text = '', blocks = '[]' }) => ({ text, blocks: JSON.parse(blocks) as unknown }));
  const readPostedMessage = (): { text: string; blocks: unknown } => listPostedMessages()[0]!;

  describeChannelContract({
    prefix: 'SLACK',
    notConnectedCode: 'SLACK_NOT_CONNECTED',
    timeoutCode: 'SLACK_UNCONFIRMED',
    revokedCredentials: { reply: FakeSlackServer.errorReply('token_revoked'), code: 'SLACK_TOKEN_REVOKED' },
    ignoresBody: false,
    secrets: { pattern: /xoxb/, echo: () => slack.token },
    fake: () => slack,
    accept: (request) => slack.serve(request),
    countDelivered: () => slack.postedMessages.length,
    createChannel,
    createMessage: () => makeMessage(),
    createUnconnectedMessage: () => makeDeliveryMessage('slack'),
    createUnreachable: () => ({ channel: createChannel(undefined, 'http://127.0.0.1:9/api'), message: makeMessage() }),
  });

  describeChatMessages({
    getChannel: () => channel,
    makeMessage,
    listPostedMessages,
    oversized: {
      measureBytes: () => Buffer.byteLength(slack.postedMessages[0]?.['blocks'] ?? ''),
      atLeast: 4_000,
      atMost: 12_000,
    },
  });

  it("posts as the bot in the account's channel, without link previews", async () => {
    const sent = await channel.send(makeMessage(), sendOptions());
    expect(sent).toEqual({ providerRef: 'C0000000001/1774966320.000001' });
    expect(slack.requests).toHaveLength(1);
    expect(slack.postedMessages).toMatchObject([{ channel: '#calls', unfurl_links: 'false', unfurl_media: 'false' }]);
  });

  it('renders as much untrusted text in a digest as fits, without interpreting it', async () => {
    const maliciousText = `<!channel> *bold* ${'水漏れ'.repeat(200)}`;
    await channel.sendDigest(digestMessage(makeMessage(), sampleDigestWith(maliciousText)), sendOptions());
    const { text, blocks } = readPostedMessage();
    expect(text).not.toMatch(/[<>]/);
    expect(listTextElements(blocks).filter(({ type }) => type === 'mrkdwn')).toEqual([]);
    expect(Buffer.byteLength(JSON.stringify(blocks))).toBeLessThanOrEqual(12_000);
    expect(JSON.stringify(blocks)).toMatch(/And \d more\./);
  });

  it('renders untrusted text without interpreting it', async () => {
    const maliciousText = '<!channel> <https://evil.test|click> *bold* & _sly_ :fire: \u202Etxt.exe\u0007';
    await channel.send(makeMessage(sampleCallWith(maliciousText)), sendOptions());
    const { text, blocks } = readPostedMessage();
    for (const sign of ['<', '>', '\u202E', '\u0007']) expect(text).not.toContain(sign);
    expect(text).toContain('&lt;!channel&gt;');
    const markup = listTextElements(blocks)
      .filter(({ type }) => type === 'mrkdwn')
      .map((part) => part.text);
    expect(markup).toEqual(['*Customer happiness*', '*Customer*', '*Phone*', '*Agent*', '*Call*']);
    expect(
      listTextElements(blocks)
        .filter((part) => part.text.includes('<!channel>'))
        .map(({ type }) => type),
    ).toEqual(['plain_text', 'plain_text', 'plain_text', 'text', 'text', 'text']);
    expect(JSON.stringify(blocks)).not.toContain('\u202E');
    expect(JSON.stringify(blocks)).not.toMatch(/"emoji":true/);
  });

  it.each([
    ['invalid_auth', 'SLACK_TOKEN_INVALID'],
    ['not_authed', 'SLACK_TOKEN_INVALID'],
    ['account_inactive', 'SLACK_TOKEN_REVOKED'],
    ['token_revoked', 'SLACK_TOKEN_REVOKED'],
    ['token_expired', 'SLACK_TOKEN_EXPIRED'],
    ['no_permission', 'SLACK_FORBIDDEN'],
    ['ekm_access_denied', 'SLACK_FORBIDDEN'],
    ['restricted_action', 'SLACK_FORBIDDEN'],
    ['restricted_action_read_only_channel', 'SLACK_FORBIDDEN'],
    ['missing_scope', 'SLACK_SCOPE_MISSING'],
    ['channel_not_found', 'SLACK_CHANNEL_NOT_FOUND'],
    ['not_in_channel', 'SLACK_NOT_IN_CHANNEL'],
    ['is_archived', 'SLACK_CHANNEL_ARCHIVED'],
    ['msg_too_long', 'SLACK_MESSAGE_REFUSED'],
    ['msg_blocks_too_long', 'SLACK_MESSAGE_REFUSED'],
    ['no_text', 'SLACK_MESSAGE_REFUSED'],
    ['invalid_blocks', 'SLACK_MESSAGE_REFUSED'],
    ['invalid_arguments', 'SLACK_MESSAGE_REFUSED'],
    ['too_many_attachments', 'SLACK_MESSAGE_REFUSED'],
  ])('maps %s to the permanent %s', async (error, code) => {
    slack.reply = () => FakeSlackServer.errorReply(error);
    expect(await captureError(channel.send(makeMessage(), sendOptions()))).toMatchObject({ code, retryable: false });
    expect(slack.requests).toHaveLength(1);
  });

  it.each([
    ['ratelimited', 'SLACK_RATE_LIMITED'],
    ['rate_limited', 'SLACK_RATE_LIMITED'],
    ...[
      'fatal_error',
      'internal_error',
      'request_timeout',
      'service_unavailable',
      'team_added_to_org',
      'org_login_required',
      'brand_new_error',
    ].map((error) => [error, 'SLACK_UNAVAILABLE']),
  ])('maps %s to the transient %s', async (error, code) => {
    slack.reply = () => FakeSlackServer.errorReply(error);
    expect(await captureError(channel.send(makeMessage(), sendOptions()))).toMatchObject({
      code,
      kind: 'provider',
      retryable: true,
    });
  });

  it('fails permanently on status 404, which a wrong SLACK_API_URL causes', async () => {
    slack.reply = () => ({ status: 404, body: 'nobody' });
    expect(await captureError(channel.send(makeMessage(), sendOptions()))).toMatchObject({
      code: 'SLACK_REFUSED',
      retryable: false,
    });
    expect(slack.requests).toHaveLength(1);
  });

  it("treats a message as posted even if other fields of the response can't be read", async () => {
    slack.reply = () => ({ body: { ok: true, channel: 'C0000000001', ts: '1.2', team: { id: 'T1' } } });
    expect(await channel.send(makeMessage(), sendOptions())).toEqual({ providerRef: 'C0000000001/1.2' });
  });

  it('is uncertain when the response is larger than any Slack response', async () => {
    slack.reply = () => ({ body: ' '.repeat(2_000_000) + JSON.stringify({ ok: true }) });
    const failure = await captureError(channel.send(makeMessage(), sendOptions()));
    expect(failure).toMatchObject({ code: 'SLACK_GARBAGE', kind: 'timeout', retryable: true });
  });

  describe('when the app is not in the channel', () => {
    const makeOfficeMessage = (parts: Partial<FakeSlackServer['channels'][number]> = {}): TestDeliveryMessage => {
      slack.channels.push({ id: 'C0000000002', name: 'office', ...parts });
      return makeMessage({ settings: { slackChannel: 'C0000000002' } });
    };

    it('joins a public channel, then posts', async () => {
      await channel.send(makeOfficeMessage(), sendOptions());
      expect(slack.requests.map(({ method }) => method)).toEqual([
        'chat.postMessage',
        'conversations.join',
        'chat.postMessage',
      ]);
      expect(slack.postedMessages).toHaveLength(1);
    });

    it('asks to be invited to a private channel', async () => {
      const error = await captureError(channel.send(makeOfficeMessage({ isPrivate: true }), sendOptions()));
      expect(error).toMatchObject({ code: 'SLACK_NOT_IN_CHANNEL', retryable: false });
      expect(error.message).toContain('/invite @');
    });

    it("asks to be invited when only the channel's name is known", async () => {
      slack.channels.push({ id: 'C0000000002', name: 'office' });
      expect(
        await captureError(channel.send(makeMessage({ settings: { slackChannel: '#office' } }), sendOptions())),
      ).toMatchObject({ code: 'SLACK_NOT_IN_CHANNEL' });
      expect(slack.requests).toHaveLength(1);
    });

    it.each([FakeSlackServer.errorReply('internal_error'), 'hang'] as ProviderReply[])(
      'retries when joining results in %j',
      async (reply) => {
        const sentMessage = makeOfficeMessage();
        slack.reply = replyTo('conversations.join', reply);
        expect(await captureError(createChannel(1_500).send(sentMessage, sendOptions()))).toMatchObject({
          code: 'SLACK_UNAVAILABLE',
          kind: 'provider',
          retryable: true,
        });
        expect(slack.postedMessages).toHaveLength(0);
      },
    );
  });

  it("names the missing permission, unless Slack's text isn't a permission", async () => {
    slack.reply = () =>
      FakeSlackServer.errorReply('missing_scope', { needed: 'chat:write,chat:write.public', provided: 'identify' });
    expect((await captureError(channel.send(makeMessage(), sendOptions()))).message).toContain(
      'the chat:write,chat:write.public permission.',
    );
    slack.reply = () => FakeSlackServer.errorReply('missing_scope', { needed: `<${slack.token}>` });
    expect((await captureError(channel.send(makeMessage(), sendOptions()))).message).not.toContain(slack.token);
  });

  it('fails before making a request when no channel is set', async () => {
    expect(
      await captureError(channel.send(makeMessage({ settings: { slackChannel: null } }), sendOptions())),
    ).toMatchObject({ code: 'SLACK_NOT_CONNECTED' });
    expect(slack.requests).toHaveLength(0);
  });

  it('renders a test message that names the workspace', async () => {
    await channel.sendTest(makeMessage(), sendOptions());
    expect(slack.requests.map(({ method }) => method)).toEqual(['auth.test', 'chat.postMessage']);
    expect(outline(readPostedMessage())).toMatchSnapshot();
  });

  it('names the workspace and bot when a test message fails', async () => {
    slack.channels.length = 0;
    const { message: text } = await captureError(channel.sendTest(makeMessage(), sendOptions()));
    expect(text).toContain('The Slack workspace Cedar Creek has no channel #calls');
    expect(text).toContain('/invite @ringwell');
    expect(await captureError(channel.sendTest(makeMessage({}, 'xoxb-another'), sendOptions()))).toMatchObject({
      code: 'SLACK_TOKEN_INVALID',
    });
    slack.reply = replyTo('auth.test', 'hang');
    expect(await captureError(createChannel(1_500).sendTest(makeMessage(), sendOptions()))).toMatchObject({
      code: 'SLACK_UNAVAILABLE',
      kind: 'provider',
    });
  });
});

// All text in the blocks, with each element's type.
function listTextElements(value: unknown): { type: string; text: string }[] {
  if (Array.isArray(value)) return value.flatMap(listTextElements);
  if (typeof value !== 'object' || value === null) return [];
  const { type, text } = value as { type?: string; text?: unknown };
  return typeof text === 'string' ? [{ type: type ?? '', text }] : Object.values(value).flatMap(listTextElements);
}
