import { SEALED_FIELDS } from '@ringwell/database/sealed-fields';
import { AppError } from '@ringwell/domain/app-error';
import type { Config } from '@ringwell/platform/config/settings';
import { SecretBox } from '@ringwell/platform/crypto/secret-box';
import { SafeHttp } from '@ringwell/platform/outbound/safe-http';
import { WebhookRules } from '@ringwell/platform/outbound/webhook-rules';
import { BAD_BODIES } from '@ringwell/testing/fake-http-provider';
import { FakeTeamsServer } from '@ringwell/testing/fake-teams-server';
import {
  makeDeliveryMessage,
  type DeliveryMessageParts,
  type TestDeliveryMessage,
} from '@ringwell/testing/make-delivery-message';
import { TEST_KEY } from '@ringwell/testing/test-system';

import { ChatWebhookClient } from '../../chat-webhook-client';
import { TeamsChannel } from './teams.channel';

const CONFIG = { PRODUCT_NAME: 'Ringwell', PUBLIC_URL: 'https://calls.example.com', PORT: 3000 } as Config;

describe('alerts in Microsoft Teams', () => {
  const box = new SecretBox(TEST_KEY);
  let fake: FakeTeamsServer;
  let http: SafeHttp;
  let channel: TeamsChannel;

  const channelAllowing = (allow: string[], idleTimeoutMs?: number): TeamsChannel => {
    http = new SafeHttp({ allow, idleTimeoutMs });
    return new TeamsChannel(
      new ChatWebhookClient(http, new WebhookRules({ allow, teamsHosts: ['api.powerplatform.com'] })),
      box,
      CONFIG,
    );
  };
  beforeEach(async () => {
    fake = new FakeTeamsServer();
    await fake.start();
    channel = channelAllowing([new URL(fake.origin).host]);
  });
  afterEach(async () => {
    await http.close();
    await fake.stop();
  });

  const options = (): { signal: AbortSignal } => ({ signal: AbortSignal.timeout(30_000) });
  const message = (parts: DeliveryMessageParts = {}, url = fake.webhookUrl): TestDeliveryMessage => {
    const made = makeDeliveryMessage('teams', parts);
    made.settings.sealedTeamsWebhookUrl = box.seal(url, SEALED_FIELDS.teamsWebhookUrl(made.settings.userId));
    return made;
  };
  const failureOf = async (sending: Promise<unknown>): Promise<AppError> => {
    const thrown = await sending.catch((error: unknown) => error);
    if (!(thrown instanceof AppError)) throw new Error(`It did not fail as it should: ${String(thrown)}`);
    return thrown;
  };

  it('are posted at the very address that was entered', async () => {
    expect(await channel.send(message(), options())).toEqual({});
    expect(fake.requests).toMatchObject([{ path: fake.path, contentType: 'application/json; charset=UTF-8' }]);
    expect(fake.cards).toHaveLength(1);
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
    expect(fake.cards).toMatchSnapshot();
  });

  it('can be tested', async () => {
    await channel.sendTest(message(), options());
    expect(fake.cards).toMatchSnapshot();
  });

  it('show what people said as text', async () => {
    const hostile =
      '[click](https://evil.test) **bold** _sly_ <at>everyone</at> {{{DATE(2026-01-01T00:00:00Z, SHORT)}}} \u202Etxt.exe\u0007\n- one';
    await channel.send(
      message({
        call: { customerName: hostile },
        analysis: { summary: hostile, keyPoints: [hostile], followUp: { needed: true, what: hostile } },
      }),
      options(),
    );
    const holders = holdersOf(fake.cards);
    expect(
      holders.filter(({ text }) => text.includes('[click](https://evil.test) **bold**')).map(({ type }) => type),
    ).toEqual(Array.from({ length: 5 }, () => 'TextRun'));
    expect(holders.filter(({ type }) => type !== 'TextRun')).toEqual([]);
    expect(JSON.stringify(fake.cards)).not.toMatch(/\u202E|\\u0007|\{\{/);
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
    const [{ bytes }] = fake.requests as [FakeTeamsServer['requests'][number]];
    expect(bytes).toBeLessThanOrEqual(20_000);
    expect(bytes).toBeGreaterThan(5_000);
    expect(fake.cards).toHaveLength(1);
  });

  it.each([
    [
      { status: 400, body: {} },
      { code: 'TEAMS_REFUSED', retryable: false },
    ],
    [
      { status: 401, body: {} },
      { code: 'TEAMS_FORBIDDEN', retryable: false },
    ],
    [
      { status: 403, body: {} },
      { code: 'TEAMS_FORBIDDEN', retryable: false },
    ],
    [
      { status: 404, body: {} },
      { code: 'TEAMS_NOT_FOUND', retryable: false },
    ],
    [
      { status: 410, body: {} },
      { code: 'TEAMS_NOT_FOUND', retryable: false },
    ],
    [
      { status: 413, body: '' },
      { code: 'TEAMS_REFUSED', retryable: false },
    ],
    [
      { status: 302, headers: { location: '/elsewhere' }, body: '' },
      { code: 'TEAMS_REDIRECT', retryable: false },
    ],
    [
      { status: 429, headers: { 'retry-after': '30' }, body: '' },
      { code: 'TEAMS_RATE_LIMITED', retryable: true, retryAfterMs: 30_000 },
    ],
    [
      { status: 503, headers: { 'retry-after': '7' }, body: '' },
      { code: 'TEAMS_UNAVAILABLE', retryable: true, retryAfterMs: 7_000 },
    ],
    [
      { status: 408, body: '' },
      { code: 'TEAMS_UNAVAILABLE', kind: 'provider', retryable: true },
    ],
    [
      { status: 502, body: '<html>Bad gateway</html>' },
      { code: 'TEAMS_UNAVAILABLE', kind: 'provider', retryable: true },
    ],
  ])('take %j for what it is', async (reply, expected) => {
    fake.reply = () => reply;
    expect(await failureOf(channel.send(message(), options()))).toMatchObject(expected);
    expect(fake.requests).toHaveLength(1);
  });

  it('count as sent when the workflow has taken them, whatever it says', async () => {
    fake.reply = () => ({ status: 200, body: '<html>Thanks</html>' });
    expect(await channel.send(message(), options())).toEqual({});
  });

  it.each(BAD_BODIES)('count as sent when the body of a successful response %s', async (_what, reply) => {
    await http.close();
    channel = channelAllowing([new URL(fake.origin).host], 1_000);
    fake.reply = () => reply;
    expect(await channel.send(message(), options())).toEqual({});
  });

  it('wait until the date that Power Automate names', async () => {
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
      code: 'TEAMS_UNCONFIRMED',
      kind: 'timeout',
      retryable: true,
    });
    expect(fake.cards).toHaveLength(1);
    sending.delivery.uncertainTries = 1;
    expect(await channel.verify(sending)).toBe('send_again');
    sending.delivery.uncertainTries = 2;
    expect(await channel.verify(sending)).toBe('give_up');
  });

  it('are tried again when nothing answers there', async () => {
    await http.close();
    channel = channelAllowing(['127.0.0.1:9']);
    expect(await failureOf(channel.send(message({}, 'http://127.0.0.1:9/x'), options()))).toMatchObject({
      code: 'TEAMS_UNREACHABLE',
      kind: 'provider',
      retryable: true,
    });
  });

  it("go to no address that is not a workflow's, whenever it was saved", async () => {
    await http.close();
    channel = channelAllowing([]);
    for (const url of [
      fake.webhookUrl,
      'https://hooks.example.com/x',
      'https://acme.webhook.office.com/webhookb2/1',
      'https://a.environment.api.powerplatform.com:8443/x',
    ]) {
      expect(await failureOf(channel.send(message({}, url), options()))).toMatchObject({
        code: 'TEAMS_ADDRESS_REFUSED',
        retryable: false,
      });
    }
    expect(fake.requests).toHaveLength(0);
  });

  it('say nothing of the address when they fail', async () => {
    fake.reply = () => ({ status: 400, body: fake.webhookUrl });
    expect((await failureOf(channel.send(message(), options()))).message).not.toMatch(/e5F6|sig=|workflows/);
  });

  it('say what is missing before anything is sent', async () => {
    expect(await failureOf(channel.send(makeDeliveryMessage('teams'), options()))).toMatchObject({
      code: 'TEAMS_NOT_CONNECTED',
      retryable: false,
    });
  });
});

/** Every text of a card, with the type of what holds it. */
function holdersOf(value: unknown): { type: string; text: string }[] {
  if (Array.isArray(value)) return value.flatMap(holdersOf);
  if (typeof value !== 'object' || value === null) return [];
  const { type, text } = value as { type?: string; text?: unknown };
  return typeof text === 'string' ? [{ type: type ?? '', text }] : Object.values(value).flatMap(holdersOf);
}
