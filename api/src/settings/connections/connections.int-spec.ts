import type { NewAccount } from '@ringwell/database/accounts/accounts.repository';
import type { AccountSettings } from '@ringwell/database/accounts/settings/account-settings.entity';
import { Connection } from '@ringwell/database/deliveries/connection.entity';
import { Delivery } from '@ringwell/database/deliveries/delivery.entity';
import { MailSuppression } from '@ringwell/database/deliveries/mail-suppression.entity';
import { CHANNELS } from '@ringwell/domain/channels/channels';
import { CONNECTION_CHANNELS, type ConnectionChannel } from '@ringwell/domain/deliveries/delivery';
import { sealedColumn } from '@ringwell/domain/settings/sealed-column';
import { SECRET_SETTINGS } from '@ringwell/domain/settings/settings';
import { destinationHash } from '@ringwell/platform/crypto/destination-hash';
import { SessionClient } from '@ringwell/testing/session-client';
import { useTestApi } from '@ringwell/testing/start-api';
import { MAIL_SETTINGS } from '@ringwell/testing/test-settings';

import type { ConnectionDto } from './dto/connection.dto';

const FUTURE_TIME = new Date('2126-03-31T14:00:00Z');
const EARLIER_TIME = new Date('2026-03-31T14:00:00Z');
const LATER_TIME = new Date('2026-03-31T15:00:00Z');

describe('GET /api/my/connections', () => {
  const { api, database } = useTestApi({
    ...MAIL_SETTINGS,
    STRIPE_SECRET_KEY: 'sk_test_1',
    SERVICETITAN_APP_KEY: 'ak1.x',
  });

  async function connectAccount(
    settings: Partial<AccountSettings> = {},
    account: NewAccount = {},
  ): Promise<{ accountId: string; client: SessionClient }> {
    const {
      account: { id: accountId },
      user,
    } = await database.makeAccount({ account, settings });
    return { accountId, client: await api.signIn(user) };
  }
  const fetchConnections = async (client: SessionClient): Promise<Record<ConnectionChannel, ConnectionDto>> => {
    const { body } = await client.get<ConnectionDto[]>('/api/my/connections');
    return Object.fromEntries(body.map((connection) => [connection.channel, connection])) as Record<
      ConnectionChannel,
      ConnectionDto
    >;
  };
  const insertConnection = (
    accountId: string,
    channel: ConnectionChannel,
    destination: string,
    change: Partial<Connection> = {},
  ): Promise<unknown> =>
    database.manager.insert(Connection, {
      accountId,
      channel,
      destination,
      destinationHash: destinationHash(destination),
      ...change,
    });
  const failure = { errorCode: 'X', errorMessage: 'Something went wrong.', failedAt: EARLIER_TIME };

  it('names the missing settings of each channel', async () => {
    const { client } = await connectAccount();
    const { status, headers, body } = await client.get<ConnectionDto[]>('/api/my/connections');
    expect([status, headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect(body.map(({ channel, isConnected, missing }) => [channel, isConnected, missing])).toEqual(
      expect.arrayContaining([
        ['servicetitan', false, 'Add a tenant ID, client ID and client secret to connect.'],
        ['slack', false, 'Add a bot token and channel to connect.'],
        ['teams', false, 'Add the webhook URL of a Teams workflow to connect.'],
        ['google_chat', false, 'Add the webhook URL of a Google Chat space to connect.'],
        ['email', false, 'Add an email address to connect.'],
        ['webhook', false, 'Add the URL of your system to connect.'],
      ]),
    );
    expect(body.map(({ channel }) => channel)).toEqual(CONNECTION_CHANNELS);
    expect(
      body.every(
        ({ destinations, error, lastSuccessAt }) =>
          destinations.length === 0 && error === null && lastSuccessAt === null,
      ),
    ).toBe(true);
  });

  it('lists the destinations of connected channels', async () => {
    const { client } = await connectAccount(
      {
        ...Object.fromEntries(SECRET_SETTINGS.map((name) => [sealedColumn(name), 'x'])),
        serviceTitanClientId: 'cid.a',
        slackChannel: '#calls',
        emailAddress: ['a@example.com', 'b@example.com'],
      },
      { serviceTitanTenant: '4711' },
    );
    const connections = await fetchConnections(client);
    expect(
      CONNECTION_CHANNELS.map((channel) => [connections[channel].isConnected, connections[channel].missing]),
    ).toEqual(CONNECTION_CHANNELS.map(() => [true, null]));
    expect(connections.slack.destinations).toEqual(['#calls']);
    expect(connections.email.destinations).toEqual(['a@example.com', 'b@example.com']);
    expect(connections.servicetitan.destinations).toEqual(['Tenant 4711']);
  });

  it('marks team chat as unavailable until the account has an add-on', async () => {
    const { client, accountId } = await connectAccount();
    const listUnavailableCodes = async (): Promise<unknown[]> =>
      Object.values(await fetchConnections(client)).map(({ unavailable }) => unavailable?.code ?? null);
    expect(await listUnavailableCodes()).toEqual(
      CONNECTION_CHANNELS.map((channel) => ('postsTo' in CHANNELS[channel] ? 'ADD_ON_MISSING' : null)),
    );
    await database.query('update account_settings set add_ons = $1 where account_id = $2', [['slack'], accountId]);
    expect(await listUnavailableCodes()).toEqual(CONNECTION_CHANNELS.map(() => null));
  });

  it('returns the last success and the most severe error of the current destinations', async () => {
    const { client, accountId } = await connectAccount({
      emailAddress: ['a@example.com', 'b@example.com', 'c@example.com'],
    });
    await insertConnection(accountId, 'email', 'a@example.com', { lastSuccessAt: EARLIER_TIME });
    await insertConnection(accountId, 'email', 'b@example.com', {
      ...failure,
      isPermanent: true,
      errorMessage: 'The mailbox is full.',
    });
    await insertConnection(accountId, 'email', 'c@example.com', {
      ...failure,
      failedAt: LATER_TIME,
      pausedUntil: FUTURE_TIME,
      lastSuccessAt: LATER_TIME,
    });
    await insertConnection(accountId, 'email', 'left@example.com', {
      ...failure,
      isPermanent: true,
      failedAt: FUTURE_TIME,
      lastSuccessAt: FUTURE_TIME,
    });
    expect((await fetchConnections(client)).email).toMatchObject({
      lastSuccessAt: LATER_TIME.toISOString(),
      pausedUntil: FUTURE_TIME.toISOString(),
      error: {
        code: 'X',
        message: 'The mailbox is full.',
        destination: 'b@example.com',
        isPermanent: true,
        failedAt: EARLIER_TIME.toISOString(),
      },
    });
  });

  it("only lists this account's unsubscribed recipients", async () => {
    const [ownAccount, otherAccount] = [
      await connectAccount({ emailAddress: ['a@example.com', 'b@example.com'] }),
      await connectAccount({ emailAddress: ['a@example.com'] }),
    ];
    await database.manager.insert(MailSuppression, {
      accountId: ownAccount.accountId,
      address: 'a@example.com',
      reason: 'unsubscribed',
    });
    await insertConnection(ownAccount.accountId, 'email', 'a@example.com', failure);
    expect((await fetchConnections(ownAccount.client)).email.unsubscribed).toEqual(['a@example.com']);
    expect((await fetchConnections(otherAccount.client)).email).toMatchObject({ unsubscribed: [], error: null });
  });

  describe('after the settings change', () => {
    const pausedConnection = { ...failure, pausedUntil: FUTURE_TIME, failures: 5 };

    async function makeWaitingDelivery(
      accountId: string,
      channel: ConnectionChannel,
      destination: string,
    ): Promise<() => Promise<boolean>> {
      const { id } = await database.makeDelivery(accountId, {
        runNumber: 0,
        channel,
        destination,
        destinationHash: destinationHash(destination),
        state: 'retry',
        runAfter: FUTURE_TIME,
      });
      return async () => (await database.manager.findOneByOrFail(Delivery, { id })).runAfter < FUTURE_TIME;
    }

    it.each([
      ['slack', { slackChannel: '#calls' }],
      ['slack', { slackEnabled: true }],
      ['teams', { teamsEnabled: true }],
      ['google_chat', { googleChatEnabled: true }],
      ['email', { emailAddress: ['a@example.com'] }],
      ['servicetitan', { noteTarget: 'job' }],
      ['servicetitan', { serviceTitanTenant: '12' }],
      ['webhook', { webhookUrl: 'https://hooks.example.com/x' }],
      ['slack', { active: true }],
    ] as const)('retries messages waiting on %s immediately: %j', async (channel, change) => {
      const { client, accountId } = await connectAccount();
      const otherChannel = channel === 'email' ? 'slack' : 'email';
      const [isDue, isOtherChannelDue] = [
        await makeWaitingDelivery(accountId, channel, 'x'),
        await makeWaitingDelivery(accountId, otherChannel, 'y'),
      ];
      expect((await client.put('/api/my/settings', change)).status).toBe(200);
      expect([await isDue(), await isOtherChannelDue()]).toEqual([true, 'active' in change]);
    });

    it('ends the pause, and clears the error only if the channel was reconnected', async () => {
      const { client, accountId } = await connectAccount({ sealedSlackBotToken: 'x', slackChannel: '#calls' });
      await insertConnection(accountId, 'slack', '#calls', pausedConnection);
      await client.put('/api/my/settings', { slackEnabled: true });
      expect((await fetchConnections(client)).slack).toMatchObject({ pausedUntil: null, error: { code: 'X' } });
      await client.put('/api/my/settings', { slackBotToken: 'xoxb-1234567890-abcdefghij' });
      expect((await fetchConnections(client)).slack).toMatchObject({ isConnected: true, error: null });
    });

    it('clears the polling error once polling is turned off', async () => {
      const credentials = { serviceTitanClientId: 'cid.a', sealedServiceTitanClientSecret: 'x' };
      const { client, accountId } = await connectAccount(credentials, { serviceTitanTenant: '42' });
      const feedFailure = { ...failure, errorCode: 'SERVICETITAN_POLLING' };
      await insertConnection(accountId, 'servicetitan', 'Tenant 42', feedFailure);
      for (const isPollingEnabled of [true, false]) {
        await client.put('/api/my/settings', { serviceTitanPollingEnabled: isPollingEnabled });
        expect((await fetchConnections(client)).servicetitan).toMatchObject({
          isConnected: true,
          error: isPollingEnabled ? { code: 'SERVICETITAN_POLLING' } : null,
        });
      }
    });

    it('keeps the pause when the change is rejected', async () => {
      const { client, accountId } = await connectAccount({ sealedSlackBotToken: 'x', slackChannel: '#calls' });
      await insertConnection(accountId, 'slack', '#calls', pausedConnection);
      expect((await client.put('/api/my/settings', { slackChannel: 'no/channel' })).status).toBe(400);
      expect((await fetchConnections(client)).slack.pausedUntil).toBe(FUTURE_TIME.toISOString());
    });
  });
});
