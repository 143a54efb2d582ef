import { captureError } from '@ringwell/testing/capture-error';
import { FakeTeamsServer } from '@ringwell/testing/fake-teams-server';
import { makeDeliveryMessage } from '@ringwell/testing/make-delivery-message';

import { describeChannelContract, sendOptions } from '../../testing/describe-channel-contract';
import { describeChatMessages } from '../../testing/describe-chat-messages';
import { outline } from '../../testing/outline';
import { sampleCallWith } from '../../testing/sample-calls';
import { digestMessage, sampleDigestWith } from '../../testing/sample-digests';
import { useWebhookChat } from '../../testing/use-webhook-chat';
import { TeamsChannel } from './teams.channel';

describe('TeamsChannel', () => {
  const chat = useWebhookChat(() => new FakeTeamsServer(), TeamsChannel, 'teamsWebhookUrl');
  const { makeMessage } = chat;

  describeChannelContract({
    prefix: 'TEAMS',
    notConnectedCode: 'TEAMS_NOT_CONNECTED',
    timeoutCode: 'TEAMS_UNCONFIRMED',
    revokedCredentials: { reply: { status: 401, body: {} }, code: 'TEAMS_FORBIDDEN' },
    ignoresBody: true,
    secrets: { pattern: /e5F6|sig=|workflows/, echo: () => chat.fake.webhookUrl },
    fake: () => chat.fake,
    accept: (request) => chat.fake.serve(request),
    countDelivered: () => chat.fake.cards.length,
    createChannel: (timeoutMs) => chat.createChannel(undefined, timeoutMs),
    createMessage: () => makeMessage(),
    createUnconnectedMessage: () => makeDeliveryMessage('teams'),
    createUnreachable: () => chat.createUnreachable('/x'),
  });
  describeChatMessages({
    getChannel: () => chat.channel,
    makeMessage,
    listPostedMessages: () => chat.fake.cards,
    oversized: { measureBytes: () => chat.fake.requests[0]?.bytes ?? 0, atLeast: 5_000, atMost: 20_000 },
  });

  it('posts to the exact address in the settings', async () => {
    expect(await chat.channel.send(makeMessage(), sendOptions())).toEqual({});
    expect(chat.fake.requests).toMatchObject([
      { path: chat.fake.path, contentType: 'application/json; charset=UTF-8' },
    ]);
    expect(chat.fake.cards).toHaveLength(1);
  });

  it('renders a test message', async () => {
    await chat.channel.sendTest(makeMessage(), sendOptions());
    expect(outline(chat.fake.cards)).toMatchSnapshot();
  });

  it('renders as much untrusted text in a digest as fits, without interpreting it', async () => {
    const maliciousText = `[click](https://evil.test) {{DATE(x)}} ${'水漏れ'.repeat(200)}`;
    await chat.channel.sendDigest(digestMessage(makeMessage(), sampleDigestWith(maliciousText)), sendOptions());
    expect(listTextElements(chat.fake.cards).filter(({ type }) => type !== 'TextRun')).toEqual([]);
    expect(JSON.stringify(chat.fake.cards)).not.toContain('{{');
    expect(JSON.stringify(chat.fake.cards)).toMatch(/And \d more\./);
    expect(chat.fake.requests[0]?.bytes).toBeLessThanOrEqual(20_000);
  });

  it('renders untrusted text without interpreting it', async () => {
    const maliciousText =
      '[click](https://evil.test) **bold** _sly_ <at>everyone</at> {{{DATE(2026-01-01T00:00:00Z, SHORT)}}} \u202Etxt.exe\u0007\n- one';
    await chat.channel.send(makeMessage(sampleCallWith(maliciousText)), sendOptions());
    const elements = listTextElements(chat.fake.cards);
    expect(
      elements.filter(({ text }) => text.includes('[click](https://evil.test) **bold**')).map(({ type }) => type),
    ).toEqual(Array.from({ length: 6 }, () => 'TextRun'));
    expect(elements.filter(({ type }) => type !== 'TextRun')).toEqual([]);
    expect(JSON.stringify(chat.fake.cards)).not.toMatch(/\u202E|\\u0007|\{\{/);
  });

  it.each([
    [400, 'TEAMS_REFUSED'],
    [403, 'TEAMS_FORBIDDEN'],
    [404, 'TEAMS_NOT_FOUND'],
    [410, 'TEAMS_NOT_FOUND'],
    [413, 'TEAMS_REFUSED'],
  ])('maps status %d to %s', async (status, code) => {
    chat.fake.reply = () => ({ status, body: {} });
    expect(await captureError(chat.channel.send(makeMessage(), sendOptions()))).toMatchObject({
      code,
      retryable: false,
    });
    expect(chat.fake.requests).toHaveLength(1);
  });

  it('rejects an address that is not a workflow, even if it is already saved', async () => {
    chat.channel = chat.createChannel([]);
    for (const url of [
      chat.fake.webhookUrl,
      'https://hooks.example.com/x',
      'https://acme.webhook.office.com/webhookb2/1',
      'https://a.environment.api.powerplatform.com:8443/x',
    ]) {
      expect(await captureError(chat.channel.send(makeMessage({}, url), sendOptions()))).toMatchObject({
        code: 'TEAMS_ADDRESS_REFUSED',
        retryable: false,
      });
    }
    expect(chat.fake.requests).toHaveLength(0);
  });
});

// All text in the card, with each element's type.
function listTextElements(value: unknown): { type: string; text: string }[] {
  if (Array.isArray(value)) return value.flatMap(listTextElements);
  if (typeof value !== 'object' || value === null) return [];
  const { type, text } = value as { type?: string; text?: unknown };
  return typeof text === 'string' ? [{ type: type ?? '', text }] : Object.values(value).flatMap(listTextElements);
}
