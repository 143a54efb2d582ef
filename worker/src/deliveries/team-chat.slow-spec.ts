import { createHash } from 'node:crypto';

import { FakeGoogleChatServer } from '@ringwell/testing/fake-google-chat-server';
import { FakeSlackServer } from '@ringwell/testing/fake-slack-server';
import { FakeTeamsServer } from '@ringwell/testing/fake-teams-server';
import { FakeTranscriptionServer } from '@ringwell/testing/fake-transcription-server';
import type { TestAccount } from '@ringwell/testing/make-account';
import { SHORT_CALL } from '@ringwell/testing/test-system';
import { useTestSystem } from '@ringwell/testing/use-test-system';

interface DeliveryRow {
  channel: string;
  state: string;
  error_code: string | null;
}

interface ConnectionRow {
  is_permanent: boolean;
  error_code: string | null;
  error_message: string | null;
  last_success_at: Date | null;
}

const DESTINATIONS = { slack: '#calls', teams: 'Dispatch', google_chat: 'Google Chat' };
const NEUTRAL_TEXT = 'Hello, this is Cedar Creek Plumbing. How can I help you today?';
const UNHAPPY_TEXT = 'I want to cancel and I want my money back, nobody ever came.';

describe('team chat alerts', () => {
  const provider = new FakeTranscriptionServer();
  const slack = new FakeSlackServer();
  const teams = new FakeTeamsServer();
  const googleChat = new FakeGoogleChatServer();
  const servers = [provider, slack, teams, googleChat];
  const system = useTestSystem(servers, {
    env: () => ({
      TRANSCRIPTION_BASE_URL: provider.baseUrl,
      SLACK_API_URL: slack.apiUrl,
      OUTBOUND_ALLOW: [teams, googleChat].map(({ origin }) => new URL(origin).host).join(','),
    }),
  });
  beforeEach(() => {
    for (const { requests } of servers) requests.length = 0;
    slack.postedMessages.length = 0;
    teams.cards.length = 0;
    googleChat.messages.length = 0;
    slack.reply = (request) => slack.serve(request);
  });

  const makeConnectedAccount = (): Promise<TestAccount> =>
    system.database.makeAccount({
      settings: {
        slackEnabled: true,
        slackChannel: DESTINATIONS.slack,
        teamsEnabled: true,
        teamsTeamName: DESTINATIONS.teams,
        googleChatEnabled: true,
      },
      secrets: {
        slackBotToken: slack.token,
        teamsWebhookUrl: teams.webhookUrl,
        googleChatWebhookUrl: googleChat.webhookUrl,
      },
    });
  const completeCall = async (account: TestAccount, text: string): Promise<string> => {
    provider.respondWithText(text);
    const id = await system.submit(account, SHORT_CALL);
    const { result } = await system.waitForCall(account, id);
    expect(result?.sentiment).toBe(text === UNHAPPY_TEXT ? 'negative' : 'neutral');
    return id;
  };
  const waitForDeliveries = (callIds: string[], state: string): Promise<DeliveryRow[]> =>
    system.waitForRows<DeliveryRow>(
      'select channel, state, error_code from deliveries where call_id = any($1)',
      [callIds],
      (deliveries) => deliveries.length === 3 * callIds.length && deliveries.every((row) => row.state === state),
    );

  it('are sent once to each chat, unhappy customers first', async () => {
    const account = await makeConnectedAccount();
    const pauses = Object.entries(DESTINATIONS).map(([channel, destination]) =>
      system.query(
        `insert into connections (account_id, channel, destination_hash, destination, failures, paused_until)
        values ($1, $2, $3, $4, 5, now() + interval '1 hour')`,
        [account.account.id, channel, createHash('sha256').update(destination).digest('hex'), destination],
      ),
    );
    await Promise.all(pauses);
    const calls = [await completeCall(account, NEUTRAL_TEXT), await completeCall(account, UNHAPPY_TEXT)];
    expect(slack.requests.length + teams.requests.length + googleChat.requests.length).toBe(0);

    await system.query(
      `with awake as (update connections set paused_until = null where account_id = $1)
      update deliveries set run_after = now(), lease_token = null, lease_until = null where account_id = $1`,
      [account.account.id],
    );
    await waitForDeliveries(calls, 'sent');
    const received = [
      slack.postedMessages.map(({ text }) => text),
      teams.cards.map((card) => JSON.stringify(card)),
      googleChat.messages.map(({ fallbackText }) => fallbackText),
    ];
    for (const messages of received)
      expect(messages).toEqual([
        expect.stringContaining('Unhappy customer'),
        expect.not.stringContaining('Unhappy customer'),
      ]);
  });

  it('show a permanent error on the connection until a message is delivered', async () => {
    const account = await makeConnectedAccount();
    const waitForConnection = (isMet: (row: ConnectionRow) => boolean): Promise<ConnectionRow[]> =>
      system.waitForRows<ConnectionRow>(
        `select is_permanent, error_code, error_message, last_success_at from connections
        where account_id = $1 and channel = 'slack'`,
        [account.account.id],
        ([row]) => row !== undefined && isMet(row),
      );
    slack.reply = () => FakeSlackServer.errorReply('token_revoked');
    const failedCallId = await completeCall(account, UNHAPPY_TEXT);
    const [failedConnection] = await waitForConnection((row) => row.error_code !== null);
    expect(failedConnection).toMatchObject({
      is_permanent: true,
      error_code: 'SLACK_TOKEN_REVOKED',
      last_success_at: null,
    });
    expect(failedConnection?.error_message).toContain('Reinstall the app');
    const states = await system.waitForRows<DeliveryRow>(
      'select channel, state, error_code from deliveries where call_id = $1 order by channel',
      [failedCallId],
      (deliveries) => deliveries.every(({ state }) => state === 'sent' || state === 'failed'),
    );
    expect(states.map(({ channel, state }) => `${channel} ${state}`)).toEqual([
      'google_chat sent',
      'slack failed',
      'teams sent',
    ]);
    expect(slack.requests).toHaveLength(1);

    slack.reply = (request) => slack.serve(request);
    await waitForDeliveries([await completeCall(account, NEUTRAL_TEXT)], 'sent');
    const [workingConnection] = await waitForConnection((row) => row.last_success_at !== null);
    expect(workingConnection).toMatchObject({ is_permanent: false, error_code: null, error_message: null });
  });

  it('require the add-on when payments are set up', async () => {
    await Promise.all(system.workers.splice(0).map((worker) => worker.stop()));
    await system.startWorker({ STRIPE_SECRET_KEY: 'sk_test_none', STRIPE_BASE_URL: 'http://127.0.0.1:9' });
    const call = await completeCall(await makeConnectedAccount(), UNHAPPY_TEXT);
    const suppressed = await waitForDeliveries([call], 'suppressed');
    expect(new Set(suppressed.map(({ error_code: code }) => code))).toEqual(new Set(['ADD_ON_MISSING']));
    expect(slack.requests.length + teams.requests.length + googleChat.requests.length).toBe(0);
  });
});
