import { DELIVERY_CHANNELS } from '@ringwell/domain/deliveries/delivery';
import { generateWebhookSecret } from '@ringwell/platform/crypto/standard-webhook';
import { FakeGoogleChatServer } from '@ringwell/testing/fake-google-chat-server';
import type { ProviderReply } from '@ringwell/testing/fake-http-provider';
import { FakeServiceTitanServer, type FakeTenant } from '@ringwell/testing/fake-service-titan-server';
import { FakeSlackServer } from '@ringwell/testing/fake-slack-server';
import { FakeSmtpServer } from '@ringwell/testing/fake-smtp-server';
import { FakeTeamsServer } from '@ringwell/testing/fake-teams-server';
import { FakeTranscriptionServer } from '@ringwell/testing/fake-transcription-server';
import { FakeWebhookReceiver } from '@ringwell/testing/fake-webhook-receiver';
import type { TestAccount } from '@ringwell/testing/make-account';
import { SHORT_CALL } from '@ringwell/testing/test-system';
import { useTestSystem } from '@ringwell/testing/use-test-system';

interface DeliveryRow {
  channel: string;
  state: string;
  attempts: number;
}

const PUBLIC_URL = 'https://calls.example.com';
const ADDRESSES = ['owner@example.com', 'office@example.com'];
// The first call opens the follow-up.
const TEXT_BY_LABEL = {
  Negative: 'I want to cancel and I want my money back, nobody ever came.',
  Neutral: 'Hello, this is Cedar Creek Plumbing. How can I help you today?',
  Positive: 'Thank you so much, the technician was wonderful, I am really happy and will recommend you to everyone.',
};
const LABELS = Object.keys(TEXT_BY_LABEL) as (keyof typeof TEXT_BY_LABEL)[];
// Two emails, and one message on every other channel.
const CHANNELS_PER_CALL = [...DELIVERY_CHANNELS, 'email'].sort();

describe('a call in an account with every channel', () => {
  const provider = new FakeTranscriptionServer();
  const slack = new FakeSlackServer();
  const teams = new FakeTeamsServer();
  const googleChat = new FakeGoogleChatServer();
  const serviceTitan = new FakeServiceTitanServer();
  const smtp = new FakeSmtpServer();
  const callbackReceiver = new FakeWebhookReceiver();
  const webhookReceiver = new FakeWebhookReceiver();
  const servers = [provider, slack, teams, googleChat, serviceTitan, smtp, callbackReceiver, webhookReceiver];
  let tenant: FakeTenant;
  const system = useTestSystem(servers, {
    workers: 0,
    env: () => ({
      TRANSCRIPTION_BASE_URL: provider.baseUrl,
      PUBLIC_URL,
      SLACK_API_URL: slack.apiUrl,
      ...smtp.settings,
      ...serviceTitan.settings,
      OUTBOUND_ALLOW: [teams, googleChat, callbackReceiver, webhookReceiver]
        .map(({ origin }) => new URL(origin).host)
        .join(','),
    }),
  });
  let account: TestAccount;

  beforeAll(async () => {
    tenant = serviceTitan.addTenant('987654321');
    tenant.customers.push({ id: 7, name: 'Dana Whitfield', phone: '5550100142' });
    tenant.jobs.push({ id: 5, customerId: 7 });
    account = await makeConnectedAccount();
  });

  const makeConnectedAccount = (): Promise<TestAccount> =>
    system.database.makeAccount({
      account: { serviceTitanTenant: tenant.id },
      settings: {
        slackEnabled: true,
        slackChannel: '#calls',
        teamsEnabled: true,
        googleChatEnabled: true,
        emailEnabled: true,
        emailAddress: ADDRESSES,
        serviceTitanClientId: tenant.clientId,
        noteTarget: 'job',
        inboundMinCallTime: 0,
        outboundMinCallTime: 0,
      },
      secrets: {
        slackBotToken: slack.token,
        teamsWebhookUrl: teams.webhookUrl,
        googleChatWebhookUrl: googleChat.webhookUrl,
        serviceTitanClientSecret: tenant.clientSecret,
        webhookUrl: `${webhookReceiver.origin}/calls`,
        webhookSecret: generateWebhookSecret(),
      },
    });
  const submit = (label: keyof typeof TEXT_BY_LABEL): Promise<string> => {
    provider.respondWithText(TEXT_BY_LABEL[label]);
    return system.submit(account, SHORT_CALL, {
      jobId: '5',
      customerName: 'Dana Whitfield',
      from: '+15550100142',
      direction: 'inbound',
      callbackUrl: `${callbackReceiver.origin}/webhook-waiting/1?signature=a%2Fb`,
    });
  };
  const findDeliveries = (callId: string): Promise<DeliveryRow[]> =>
    system.query<DeliveryRow>(
      'select channel, state, attempts from deliveries where call_id = $1 order by channel, destination',
      [callId],
    );
  const waitForDeliveries = (callId: string, isMet: (deliveries: DeliveryRow[]) => boolean): Promise<DeliveryRow[]> =>
    system.waitUntil(() => findDeliveries(callId), isMet);
  const findWebhooks = (type: string): FakeWebhookReceiver['requests'] =>
    webhookReceiver.requests.filter(({ raw }) => raw.startsWith(`{"type":"${type}`));
  const groupMessagesByReceiver = (): Record<string, string[]> => ({
    serviceTitan: tenant.notes.map(({ text }) => text),
    slack: slack.postedMessages.map((message) => JSON.stringify(message)),
    teams: teams.cards.map((card) => JSON.stringify(card)),
    googleChat: googleChat.messages.map((message) => JSON.stringify(message)),
    ...Object.fromEntries(
      ADDRESSES.map((address) => [
        address,
        smtp.emails
          .filter(({ envelope }) => envelope.recipients.includes(address))
          .map(({ message }) => `${message.subject ?? ''}\n${message.text ?? ''}`),
      ]),
    ),
    callback: callbackReceiver.requests.map(({ raw }) => raw),
    webhook: findWebhooks('call.').map(({ raw }) => raw),
  });

  it('is delivered once on each channel, with its label and link', async () => {
    const worker = await system.startWorker();
    const calls: { id: string; label: string }[] = [];
    for (const label of LABELS) {
      const id = await submit(label);
      const { result } = await system.waitForCall(account, id);
      expect(result?.label).toBe(label);
      calls.push({ id, label });
    }
    for (const { id } of calls) {
      const deliveries = await waitForDeliveries(
        id,
        (current) => current.length > 0 && current.every(({ state }) => state === 'sent'),
      );
      expect(deliveries.map(({ channel, attempts }) => `${channel} ${attempts}`)).toEqual(
        CHANNELS_PER_CALL.map((channel) => `${channel} 1`),
      );
    }
    for (const [receiver, messages] of Object.entries(groupMessagesByReceiver())) {
      expect([receiver, messages.length]).toEqual([receiver, LABELS.length]);
      for (const { id, label } of calls) {
        const callMessages = messages.filter((message) => message.includes(`${PUBLIC_URL}/calls/${id}`));
        expect([receiver, callMessages.length]).toEqual([receiver, 1]);
        expect(callMessages[0]).toMatch(label === 'Negative' ? /Unhappy customer|Negative/ : label);
      }
    }
    const { id: unhappyId } = calls.find(({ label }) => label === 'Negative') ?? {};
    const findOpenedWebhooks = (): object[] =>
      findWebhooks('follow_up.opened').filter(({ raw }) => raw.includes(`/calls/${unhappyId ?? ''}`));
    await system.waitUntil(findOpenedWebhooks, ({ length }) => length > 0);
    expect(findOpenedWebhooks()).toHaveLength(1);
    expect(
      groupMessagesByReceiver()[ADDRESSES[0] ?? '']?.find((mail) => mail.includes(`/calls/${unhappyId ?? ''}`)),
    ).toMatch(/Call back by .*\/follow-ups\//);
    await worker.stop();
  });

  it('is delivered once as a note, and at most twice on other channels, if the worker dies after a message was accepted', async () => {
    const firstWorker = await system.startWorkerProcess();
    const messagesBefore = groupMessagesByReceiver();
    const acceptedBy = new Set<string>();
    const acceptWithoutReply =
      <T>(name: string, serve: (request: T) => ProviderReply, isMessage: (request: T) => boolean) =>
      (request: T): ProviderReply => {
        const reply = serve(request);
        if (!isMessage(request)) return reply;
        acceptedBy.add(name);
        return 'hang';
      };
    slack.reply = acceptWithoutReply(
      'slack',
      (request) => slack.serve(request),
      ({ method }) => method === 'chat.postMessage',
    );
    teams.reply = acceptWithoutReply(
      'teams',
      (request) => teams.serve(request),
      () => true,
    );
    googleChat.reply = acceptWithoutReply(
      'google_chat',
      (request) => googleChat.serve(request),
      () => true,
    );
    serviceTitan.reply = acceptWithoutReply(
      'servicetitan',
      (request) => serviceTitan.serve(request),
      ({ method, path }) => method === 'POST' && path.endsWith('/notes'),
    );
    for (const [name, receiver] of [
      ['callback', callbackReceiver],
      ['webhook', webhookReceiver],
    ] as const)
      receiver.reply = acceptWithoutReply(
        name,
        () => ({ body: 'ok' }),
        () => true,
      );
    smtp.reply = () => ({ at: 'message', response: 'hang' });

    const id = await submit('Negative');
    const countEmails = (messages = groupMessagesByReceiver()): number => messages[ADDRESSES[0] ?? '']?.length ?? 0;
    await system.waitUntil(
      () => [...acceptedBy],
      ({ length }) => length === 6 && countEmails() > countEmails(messagesBefore),
    );
    await firstWorker.kill();
    expect((await findDeliveries(id)).filter(({ state }) => state === 'sending').map(({ channel }) => channel)).toEqual(
      [...new Set(CHANNELS_PER_CALL)],
    );

    slack.reply = (request) => slack.serve(request);
    teams.reply = (request) => teams.serve(request);
    googleChat.reply = (request) => googleChat.serve(request);
    serviceTitan.reply = (request) => serviceTitan.serve(request);
    for (const receiver of [callbackReceiver, webhookReceiver]) receiver.reply = () => ({ body: 'ok' });
    smtp.reply = () => 'accept';
    // Expires the leases, which would otherwise take a minute.
    await system.query(`update deliveries set lease_until = now() where state = 'sending'`);
    await system.startWorker();
    await waitForDeliveries(id, (current) =>
      current.filter(({ state }) => state !== 'sent').every(({ channel }) => channel === 'email'),
    );
    await waitForDeliveries(id, (current) => current.some(({ state }) => state === 'unknown'));
    // Skips the delay before the next attempt and the mail server's cooldown.
    await system.query('update connections set paused_until = null');
    await system.query(`update deliveries set run_after = now() where state in ('unknown', 'pending')`);
    await waitForDeliveries(id, (current) => current.every(({ state }) => state === 'sent'));

    const messagesAfter = groupMessagesByReceiver();
    const newMessageCounts = Object.fromEntries(
      Object.entries(messagesAfter).map(([receiver, messages]) => [
        receiver,
        messages.length - (messagesBefore[receiver]?.length ?? 0),
      ]),
    );
    expect(newMessageCounts['serviceTitan']).toBe(1);
    for (const [receiver, count] of Object.entries(newMessageCounts))
      expect([receiver, count === 1 || count === 2]).toEqual([receiver, true]);
    const emails = smtp.emails.filter(({ message }) => message.text?.includes(id));
    expect(new Set(emails.map(({ message }) => message.messageId)).size).toBe(ADDRESSES.length);
    for (const requests of [callbackReceiver.requests, findWebhooks('call.')]) {
      const callRequests = requests.filter(({ raw }) => raw.includes(id));
      expect(new Set(callRequests.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    }
  });
});
