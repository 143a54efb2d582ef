import { SEALED_FIELDS } from '@ringwell/database/sealed-fields';
import type { WorkerConfig } from '@ringwell/platform/config/environment-settings';
import { SecretBox } from '@ringwell/platform/crypto/secret-box';
import { SafeHttp } from '@ringwell/platform/outbound/safe-http';
import { WebhookRules } from '@ringwell/platform/outbound/webhook-rules';
import { captureError } from '@ringwell/testing/capture-error';
import { FakeTeamsServer } from '@ringwell/testing/fake-teams-server';
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
import { TeamsChannel } from './teams.channel';

const CONFIG = { PRODUCT_NAME: 'Ringwell', PUBLIC_URL: 'https://calls.example.com', PORT: 3000 } as WorkerConfig;
const UNREACHABLE_HOST = '127.0.0.1:9';

describe('TeamsChannel', () => {
  const box = new SecretBox(TEST_KEY);
  const clients: SafeHttp[] = [];
  let fake: FakeTeamsServer;
  let channel: TeamsChannel;

  const createChannel = (allow: string[], idleTimeoutMs?: number): TeamsChannel => {
    const http = new SafeHttp({ allow, idleTimeoutMs });
    clients.push(http);
    const rules = new WebhookRules({ allow, teamsHosts: ['api.powerplatform.com'] });
    return new TeamsChannel(new ChatWebhookClient(http, rules), box, CONFIG);
  };
  const getFakeHost = (): string => new URL(fake.origin).host;

  beforeEach(async () => {
    fake = new FakeTeamsServer();
    await fake.start();
    channel = createChannel([getFakeHost()]);
  });
  afterEach(async () => {
    await Promise.all(clients.splice(0).map((http) => http.close()));
    await fake.stop();
  });

  const makeMessage = (parts: DeliveryMessageParts = {}, url = fake.webhookUrl): TestDeliveryMessage => {
    const message = makeDeliveryMessage('teams', parts);
    message.settings.sealedTeamsWebhookUrl = box.seal(url, SEALED_FIELDS.teamsWebhookUrl(message.settings.accountId));
    return message;
  };

  describeChannelContract({
    prefix: 'TEAMS',
    notConnectedCode: 'TEAMS_NOT_CONNECTED',
    timeoutCode: 'TEAMS_UNCONFIRMED',
    revokedCredentials: { reply: { status: 401, body: {} }, code: 'TEAMS_FORBIDDEN' },
    ignoresBody: true,
    secrets: { pattern: /e5F6|sig=|workflows/, echo: () => fake.webhookUrl },
    fake: () => fake,
    accept: (request) => fake.serve(request),
    countDelivered: () => fake.cards.length,
    createChannel: (timeoutMs) => createChannel([getFakeHost()], timeoutMs),
    createMessage: () => makeMessage(),
    createUnconnectedMessage: () => makeDeliveryMessage('teams'),
    createUnreachable: () => ({
      channel: createChannel([UNREACHABLE_HOST]),
      message: makeMessage({}, `http://${UNREACHABLE_HOST}/x`),
    }),
  });

  it('replaces hidden details with placeholders', async () => {
    await channel.send(makeMessage(REDACTED_CALL), sendOptions());
    expectDetailsHidden(JSON.stringify(fake.cards));
  });

  it('posts to the exact address in the settings', async () => {
    expect(await channel.send(makeMessage(), sendOptions())).toEqual({});
    expect(fake.requests).toMatchObject([{ path: fake.path, contentType: 'application/json; charset=UTF-8' }]);
    expect(fake.cards).toHaveLength(1);
  });

  it.each(SAMPLE_CALLS)('renders a %s call', async (_label, parts) => {
    await channel.send(makeMessage(parts), sendOptions());
    expect(outline(fake.cards)).toMatchSnapshot();
  });

  it('renders a test message', async () => {
    await channel.sendTest(makeMessage(), sendOptions());
    expect(outline(fake.cards)).toMatchSnapshot();
  });

  it('renders a digest of overdue follow-ups', async () => {
    await channel.sendDigest(digestMessage(makeMessage()), sendOptions());
    expect(outline(fake.cards)).toMatchSnapshot();
  });

  it('renders a short version of the weekly letter', async () => {
    await channel.sendLetter(letterMessage(makeMessage()), sendOptions());
    expect(outline(fake.cards)).toMatchSnapshot();
  });

  it('renders as much untrusted text in a digest as fits, without interpreting it', async () => {
    const maliciousText = `[click](https://evil.test) {{DATE(x)}} ${'水漏れ'.repeat(200)}`;
    await channel.sendDigest(digestMessage(makeMessage(), sampleDigestWith(maliciousText)), sendOptions());
    expect(listTextElements(fake.cards).filter(({ type }) => type !== 'TextRun')).toEqual([]);
    expect(JSON.stringify(fake.cards)).not.toContain('{{');
    expect(JSON.stringify(fake.cards)).toMatch(/And \d more\./);
    expect(fake.requests[0]?.bytes).toBeLessThanOrEqual(20_000);
  });

  it('renders untrusted text without interpreting it', async () => {
    const maliciousText =
      '[click](https://evil.test) **bold** _sly_ <at>everyone</at> {{{DATE(2026-01-01T00:00:00Z, SHORT)}}} \u202Etxt.exe\u0007\n- one';
    await channel.send(makeMessage(sampleCallWith(maliciousText)), sendOptions());
    const elements = listTextElements(fake.cards);
    expect(
      elements.filter(({ text }) => text.includes('[click](https://evil.test) **bold**')).map(({ type }) => type),
    ).toEqual(Array.from({ length: 6 }, () => 'TextRun'));
    expect(elements.filter(({ type }) => type !== 'TextRun')).toEqual([]);
    expect(JSON.stringify(fake.cards)).not.toMatch(/\u202E|\\u0007|\{\{/);
  });

  it('shortens an oversized message', async () => {
    await channel.send(makeMessage(OVERSIZED_CALL), sendOptions());
    const [{ bytes }] = fake.requests as [FakeTeamsServer['requests'][number]];
    expect(bytes).toBeLessThanOrEqual(20_000);
    expect(bytes).toBeGreaterThan(5_000);
    expect(fake.cards).toHaveLength(1);
  });

  it.each([
    [400, 'TEAMS_REFUSED'],
    [403, 'TEAMS_FORBIDDEN'],
    [404, 'TEAMS_NOT_FOUND'],
    [410, 'TEAMS_NOT_FOUND'],
    [413, 'TEAMS_REFUSED'],
  ])('maps status %d to %s', async (status, code) => {
    fake.reply = () => ({ status, body: {} });
    expect(await captureError(channel.send(makeMessage(), sendOptions()))).toMatchObject({ code, retryable: false });
    expect(fake.requests).toHaveLength(1);
  });

  it('rejects an address that is not a workflow, even if it is already saved', async () => {
    channel = createChannel([]);
    for (const url of [
      fake.webhookUrl,
      'https://hooks.example.com/x',
      'https://acme.webhook.office.com/webhookb2/1',
      'https://a.environment.api.powerplatform.com:8443/x',
    ]) {
      expect(await captureError(channel.send(makeMessage({}, url), sendOptions()))).toMatchObject({
        code: 'TEAMS_ADDRESS_REFUSED',
        retryable: false,
      });
    }
    expect(fake.requests).toHaveLength(0);
  });
});

// All text in the card, with each element's type.
function listTextElements(value: unknown): { type: string; text: string }[] {
  if (Array.isArray(value)) return value.flatMap(listTextElements);
  if (typeof value !== 'object' || value === null) return [];
  const { type, text } = value as { type?: string; text?: unknown };
  return typeof text === 'string' ? [{ type: type ?? '', text }] : Object.values(value).flatMap(listTextElements);
}
