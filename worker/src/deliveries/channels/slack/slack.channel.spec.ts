import { SEALED_FIELDS } from '@ringwell/database/sealed-fields';
import { AppError } from '@ringwell/domain/app-error';
import type { Config } from '@ringwell/platform/config/settings';
import { SecretBox } from '@ringwell/platform/crypto/secret-box';
import { BAD_BODIES, BAD_HEAD, type ProviderReply } from '@ringwell/testing/fake-http-provider';
import { FakeSlackServer, type SlackRequest } from '@ringwell/testing/fake-slack-server';
import {
  makeDeliveryMessage,
  type DeliveryMessageParts,
  type TestDeliveryMessage,
} from '@ringwell/testing/make-delivery-message';
import { TEST_KEY } from '@ringwell/testing/test-system';

import { SlackClient } from './slack-client';
import { SlackChannel } from './slack.channel';

const CONFIG = { PRODUCT_NAME: 'Ringwell', PUBLIC_URL: 'https://calls.example.com', PORT: 3000 } as Config;

describe('alerts in Slack', () => {
  const box = new SecretBox(TEST_KEY);
  let slack: FakeSlackServer;
  let channel: SlackChannel;
  /** One that does not wait long for an answer. */
  let impatient: SlackChannel;

  beforeEach(async () => {
    slack = new FakeSlackServer();
    await slack.start();
    channel = new SlackChannel(new SlackClient({ apiUrl: slack.apiUrl }), box, CONFIG);
    impatient = new SlackChannel(new SlackClient({ apiUrl: slack.apiUrl, timeoutMs: 1_500 }), box, CONFIG);
  });
  afterEach(() => slack.stop());

  const options = (): { signal: AbortSignal } => ({ signal: AbortSignal.timeout(30_000) });
  const message = (parts: DeliveryMessageParts = {}, token = slack.token): TestDeliveryMessage => {
    const made = makeDeliveryMessage('slack', parts);
    made.settings.sealedSlackBotToken = box.seal(token, SEALED_FIELDS.slackBotToken(made.settings.userId));
    return made;
  };
  const failureOf = async (sending: Promise<unknown>): Promise<AppError> => {
    const thrown = await sending.catch((error: unknown) => error);
    if (!(thrown instanceof AppError)) throw new Error(`It did not fail as it should: ${String(thrown)}`);
    return thrown;
  };
  const answering =
    (reply: ProviderReply, method = 'chat.postMessage') =>
    (request: SlackRequest): ProviderReply =>
      request.method === method ? reply : slack.serve(request);
  const posted = (): { text: string; blocks: unknown } => {
    const [{ text = '', blocks = '[]' }] = slack.posted as [Record<string, string>];
    return { text, blocks: JSON.parse(blocks) as unknown };
  };

  it("are posted in the account's channel, as its bot, without previews of links", async () => {
    const sent = await channel.send(message(), options());
    expect(sent).toEqual({ providerRef: 'C0000000001/1774966320.000001' });
    expect(slack.requests).toHaveLength(1);
    expect(slack.posted).toMatchObject([{ channel: '#calls', unfurl_links: 'false', unfurl_media: 'false' }]);
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
    expect(posted()).toMatchSnapshot();
  });

  it('show what people said as text', async () => {
    const hostile = '<!channel> <https://evil.test|click> *bold* & _sly_ :fire: \u202Etxt.exe\u0007';
    await channel.send(
      message({
        call: { customerName: hostile },
        analysis: { summary: hostile, keyPoints: [hostile], followUp: { needed: true, what: hostile } },
      }),
      options(),
    );
    const { text, blocks } = posted();
    for (const sign of ['<', '>', '\u202E', '\u0007']) expect(text).not.toContain(sign);
    expect(text).toContain('&lt;!channel&gt;');
    const markup = textsOf(blocks)
      .filter(({ type }) => type === 'mrkdwn')
      .map((part) => part.text);
    expect(markup).toEqual(['*Customer happiness*', '*Customer*', '*Phone*', '*Call*']);
    expect(
      textsOf(blocks)
        .filter((part) => part.text.includes('<!channel>'))
        .map(({ type }) => type),
    ).toEqual(['plain_text', 'plain_text', 'text', 'text', 'text']);
    expect(JSON.stringify(blocks)).not.toContain('\u202E');
    expect(JSON.stringify(blocks)).not.toMatch(/"emoji":true/);
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
    expect(slack.posted).toHaveLength(1);
    const { blocks = '' } = slack.posted[0] ?? {};
    expect(Buffer.byteLength(blocks)).toBeLessThanOrEqual(12_000);
    expect(Buffer.byteLength(blocks)).toBeGreaterThan(4_000);
    expect(blocks).toContain('The boiler');
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
  ])('are given up after %s', async (error, code) => {
    slack.reply = () => FakeSlackServer.failing(error);
    expect(await failureOf(channel.send(message(), options()))).toMatchObject({ code, retryable: false });
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
  ])('are tried again after %s', async (error, code) => {
    slack.reply = () => FakeSlackServer.failing(error);
    expect(await failureOf(channel.send(message(), options()))).toMatchObject({
      code,
      kind: 'provider',
      retryable: true,
    });
  });

  it.each([
    [
      { status: 429, headers: { 'retry-after': '30' }, body: '' },
      { code: 'SLACK_RATE_LIMITED', retryable: true, retryAfterMs: 30_000 },
    ],
    [
      { status: 503, headers: { 'retry-after': '7' }, body: '' },
      { code: 'SLACK_UNAVAILABLE', retryable: true, retryAfterMs: 7_000 },
    ],
    [
      { status: 500, body: 'oops' },
      { code: 'SLACK_UNAVAILABLE', kind: 'provider', retryable: true },
    ],
    [
      { status: 404, body: 'nobody' },
      { code: 'SLACK_REFUSED', retryable: false },
    ],
    [
      { status: 302, headers: { location: 'https://example.com' }, body: '' },
      { code: 'SLACK_REDIRECT', retryable: false },
    ],
    [
      { status: 200, body: '<html>Welcome to the hotel</html>' },
      { code: 'SLACK_GARBAGE', kind: 'timeout', retryable: true },
    ],
    [
      { status: 200, body: { hello: 'you' } },
      { code: 'SLACK_GARBAGE', kind: 'timeout', retryable: true },
    ],
  ])('take %j for what it is', async (reply, expected) => {
    slack.reply = () => reply;
    expect(await failureOf(channel.send(message(), options()))).toMatchObject(expected);
    expect(slack.requests).toHaveLength(1);
  });

  it.each([
    ['429 Too Many Requests\r\nretry-after: 60', { code: 'SLACK_RATE_LIMITED', retryable: true, retryAfterMs: 60_000 }],
    ['503 Service Unavailable', { code: 'SLACK_UNAVAILABLE', retryable: true }],
    ['400 Bad Request', { code: 'SLACK_REFUSED', retryable: false }],
  ])('have not arrived when the response is %j, even if its body never ends', async (head, expected) => {
    slack.reply = () => ({ raw: `HTTP/1.1 ${head}\r\ntransfer-encoding: chunked\r\n\r\n1\r\n{\r\n`, staysOpen: true });
    expect(await failureOf(impatient.send(message(), options()))).toMatchObject({ kind: 'provider', ...expected });
  });

  it.each([...BAD_BODIES, ['is no HTTP', BAD_HEAD] as const])(
    'may have arrived when the response %s',
    async (_what, reply) => {
      slack.reply = () => reply;
      const failure = await failureOf(impatient.send(message(), options()));
      expect(failure).toMatchObject({ code: 'SLACK_UNCONFIRMED', kind: 'timeout', retryable: true });
    },
  );

  it('may have arrived when the response is larger than any of Slack', async () => {
    slack.reply = () => ({ body: ' '.repeat(2_000_000) + JSON.stringify({ ok: true }) });
    const failure = await failureOf(channel.send(message(), options()));
    expect(failure).toMatchObject({ code: 'SLACK_GARBAGE', kind: 'timeout', retryable: true });
  });

  it('are refused when the body of a refusal is cut off', async () => {
    slack.reply = () => ({ raw: 'HTTP/1.1 503 Unavailable\r\ncontent-length: 10\r\n\r\nS' });
    const failure = await failureOf(channel.send(message(), options()));
    expect(failure).toMatchObject({ code: 'SLACK_UNAVAILABLE', kind: 'provider', retryable: true });
  });

  it('wait until the date that Slack names', async () => {
    const date = new Date(Date.now() + 3_600_000).toUTCString();
    slack.reply = () => ({ status: 429, headers: { 'retry-after': date }, body: '' });
    const { retryAfterMs = 0 } = await failureOf(channel.send(message(), options()));
    expect(retryAfterMs).toBeGreaterThan(3_000_000);
    expect(retryAfterMs).toBeLessThanOrEqual(3_600_000);
  });

  it('are sent at most once more when Slack took one and did not say so', async () => {
    slack.reply = (request) => {
      slack.serve(request);
      return 'hang';
    };
    const sending = message();
    expect(await failureOf(impatient.send(sending, options()))).toMatchObject({
      code: 'SLACK_UNCONFIRMED',
      kind: 'timeout',
      retryable: true,
    });
    expect(slack.posted).toHaveLength(1);
    sending.delivery.uncertainTries = 1;
    expect(await channel.verify(sending)).toBe('send_again');
    sending.delivery.uncertainTries = 2;
    expect(await channel.verify(sending)).toBe('give_up');
  });

  it('are tried again when Slack cannot be reached', async () => {
    const away = new SlackChannel(new SlackClient({ apiUrl: 'http://127.0.0.1:9/api' }), box, CONFIG);
    expect(await failureOf(away.send(message(), options()))).toMatchObject({
      code: 'SLACK_UNREACHABLE',
      kind: 'provider',
      retryable: true,
    });
  });

  it('end with what ended them from our side', async () => {
    const stop = new AbortController();
    const reason = new AppError({
      kind: 'timeout',
      code: 'DELIVERY_INTERRUPTED',
      message: 'Interrupted.',
      retryable: true,
    });
    slack.reply = () => {
      stop.abort(reason);
      return 'hang';
    };
    expect(await failureOf(channel.send(message(), { signal: stop.signal }))).toBe(reason);
  });

  describe('in a channel that the app is not in', () => {
    const inOther = (parts: Partial<FakeSlackServer['channels'][number]> = {}): TestDeliveryMessage => {
      slack.channels.push({ id: 'C0000000002', name: 'office', ...parts });
      return message({ settings: { slackChannel: 'C0000000002' } });
    };

    it('join it when it is public', async () => {
      await channel.send(inOther(), options());
      expect(slack.requests.map(({ method }) => method)).toEqual([
        'chat.postMessage',
        'conversations.join',
        'chat.postMessage',
      ]);
      expect(slack.posted).toHaveLength(1);
    });

    it('ask for an invitation when it is not', async () => {
      const error = await failureOf(channel.send(inOther({ isPrivate: true }), options()));
      expect(error).toMatchObject({ code: 'SLACK_NOT_IN_CHANNEL', retryable: false });
      expect(error.message).toContain('/invite @');
    });

    it('ask for an invitation when only its name is known', async () => {
      slack.channels.push({ id: 'C0000000002', name: 'office' });
      expect(
        await failureOf(channel.send(message({ settings: { slackChannel: '#office' } }), options())),
      ).toMatchObject({ code: 'SLACK_NOT_IN_CHANNEL' });
      expect(slack.requests).toHaveLength(1);
    });

    it.each([FakeSlackServer.failing('internal_error'), 'hang'] as ProviderReply[])(
      'try again when joining meets with %j',
      async (reply) => {
        const sending = inOther();
        slack.reply = answering(reply, 'conversations.join');
        expect(await failureOf(impatient.send(sending, options()))).toMatchObject({
          code: 'SLACK_UNAVAILABLE',
          kind: 'provider',
          retryable: true,
        });
        expect(slack.posted).toHaveLength(0);
      },
    );
  });

  it('name the permission that is missing, unless Slack says something strange', async () => {
    slack.reply = () =>
      FakeSlackServer.failing('missing_scope', { needed: 'chat:write,chat:write.public', provided: 'identify' });
    expect((await failureOf(channel.send(message(), options()))).message).toContain(
      'the permission chat:write,chat:write.public.',
    );
    slack.reply = () => FakeSlackServer.failing('missing_scope', { needed: `<${slack.token}>` });
    expect((await failureOf(channel.send(message(), options()))).message).not.toContain(slack.token);
  });

  it('say what is missing before anything is sent', async () => {
    expect(await failureOf(channel.send(makeDeliveryMessage('slack'), options()))).toMatchObject({
      code: 'SLACK_NOT_CONNECTED',
      retryable: false,
    });
    expect(await failureOf(channel.send(message({ settings: { slackChannel: null } }), options()))).toMatchObject({
      code: 'SLACK_NOT_CONNECTED',
    });
    expect(slack.requests).toHaveLength(0);
  });

  it('can be tested: the message says where it is', async () => {
    await channel.sendTest(message(), options());
    expect(slack.requests.map(({ method }) => method)).toEqual(['auth.test', 'chat.postMessage']);
    expect(posted()).toMatchSnapshot();
  });

  it('name workspace and bot when the test fails', async () => {
    slack.channels.length = 0;
    const { message: sentence } = await failureOf(channel.sendTest(message(), options()));
    expect(sentence).toContain('no channel #calls in the Slack workspace Cedar Creek');
    expect(sentence).toContain('/invite @ringwell');
    expect(await failureOf(channel.sendTest(message({}, 'xoxb-another'), options()))).toMatchObject({
      code: 'SLACK_TOKEN_INVALID',
    });
    slack.reply = answering('hang', 'auth.test');
    expect(await failureOf(impatient.sendTest(message(), options()))).toMatchObject({
      code: 'SLACK_UNAVAILABLE',
      kind: 'provider',
    });
  });
});

/** Every piece of text in blocks, with the type of what holds it. */
function textsOf(value: unknown): { type: string; text: string }[] {
  if (Array.isArray(value)) return value.flatMap(textsOf);
  if (typeof value !== 'object' || value === null) return [];
  const { type, text } = value as { type?: string; text?: unknown };
  return typeof text === 'string' ? [{ type: type ?? '', text }] : Object.values(value).flatMap(textsOf);
}
