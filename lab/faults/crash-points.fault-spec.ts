import { FakeGoogleChatServer } from '@ringwell/testing/fake-google-chat-server';
import { FakeServiceTitanServer } from '@ringwell/testing/fake-service-titan-server';
import { FakeSlackServer } from '@ringwell/testing/fake-slack-server';
import { FakeTeamsServer } from '@ringwell/testing/fake-teams-server';

import { FaultWorld } from './fault-world';
import { recordCount } from './metrics';

const slack = new FakeSlackServer();
const teams = new FakeTeamsServer();
const googleChat = new FakeGoogleChatServer();
const serviceTitan = new FakeServiceTitanServer();
const vendors = [slack, teams, googleChat, serviceTitan];
let world: FaultWorld;

beforeAll(() => Promise.all(vendors.map((vendor) => vendor.start())));
afterEach(() => world.stop());
afterAll(() => Promise.all(vendors.map((vendor) => vendor.stop())));

it('6: limits duplicate messages when a worker dies before any receiver has responded', async () => {
  world = await FaultWorld.start({
    workers: 0,
    accounts: 0,
    env: {
      SLACK_API_URL: slack.apiUrl,
      ...serviceTitan.settings,
    },
  });
  const outboundHosts = [world.receiver.origin, teams.origin, googleChat.origin]
    .map((origin) => new URL(origin).host)
    .join(',');
  const tenant = serviceTitan.addTenant('2001');
  tenant.jobs.push({ id: 4711, customerId: 815 });
  const account = await world.addAccount(
    {
      slackEnabled: true,
      slackChannel: '#calls',
      teamsEnabled: true,
      teamsTeamName: 'Dispatch',
      googleChatEnabled: true,
      serviceTitanClientId: tenant.clientId,
    },
    {
      slackBotToken: slack.token,
      teamsWebhookUrl: teams.webhookUrl,
      googleChatWebhookUrl: googleChat.webhookUrl,
      serviceTitanClientSecret: tenant.clientSecret,
    },
  );
  const setTenantSql = 'update accounts set service_titan_tenant = $2 where id = $1';
  await world.query(setTenantSql, [account.account.id, tenant.id]);

  const receivedCounts = new Map<string, number>();
  let isResponding = false;
  const receive = <R>(channel: string, response: R): R | 'hang' => {
    receivedCounts.set(channel, (receivedCounts.get(channel) ?? 0) + 1);
    return isResponding ? response : 'hang';
  };
  world.receiver.reply = ({ path }) => receive(path === '/callback' ? 'callback' : 'webhook', { body: 'ok' });
  world.mail.reply = () => {
    if (!isResponding) return { at: 'message', response: 'hang' };
    return 'accept';
  };
  slack.reply = (request) =>
    request.method === 'chat.postMessage' ? receive('slack', slack.serve(request)) : slack.serve(request);
  teams.reply = (request) => receive('teams', teams.serve(request));
  googleChat.reply = (request) => receive('google_chat', googleChat.serve(request));
  serviceTitan.fault = (request) => {
    if (request.method !== 'POST' || request.tenant !== tenant.id) return undefined;
    return receive('servicetitan', serviceTitan.serve(request));
  };
  const killedWorker = await world.system.startWorker({ OUTBOUND_ALLOW: outboundHosts });
  const form = { callbackUrl: `${world.receiver.origin}/callback`, jobId: '4711', customerId: '815' };
  const id = await world.system.submit(account, 'samples/neutral.mp3', form);
  world.acknowledged.push({ account, id });
  await world.waitUntil(
    'all seven receivers have received their message',
    () => receivedCounts.size === 6 && world.mail.emails.length > 0,
  );
  world.trackProcesses();
  await killedWorker.stop('SIGKILL');
  isResponding = true;
  await world.query('update deliveries set lease_until = now()'); // as if their leases had expired
  await world.system.startWorker({ OUTBOUND_ALLOW: outboundHosts });
  await world.assertInvariants({ allowedDuplicates: 3, timeoutMs: 180_000 });
  const countDuplicates = (channel: string): number => (receivedCounts.get(channel) ?? 0) - 1;
  const listWebhookIds = (path: string): unknown[] =>
    world.receiver.requests
      .filter((request) => request.path === path && request.raw.startsWith('{"type":"call.'))
      .map(({ headers }) => headers['webhook-id']);
  recordCount(6, 'duplicate notes in ServiceTitan', tenant.notes.length - 1);
  recordCount(6, 'duplicate messages in Google Chat', countDuplicates('google_chat'), 1);
  recordCount(6, 'duplicate messages in Slack', countDuplicates('slack'), 1);
  recordCount(6, 'duplicate messages in Teams', countDuplicates('teams'), 1);
  recordCount(
    6,
    'duplicate callbacks and webhooks with a different ID',
    new Set(listWebhookIds('/callback')).size + new Set(listWebhookIds('/webhook')).size - 2,
  );
  recordCount(
    6,
    'duplicate emails with a different Message-ID',
    new Set(world.mail.emails.map(({ message }) => message.messageId)).size - 1,
  );
}, 300_000);
