import type { NewAccount } from '@ringwell/database/accounts/accounts.repository';
import { ActivityLog } from '@ringwell/database/accounts/security/activity-log.entity';
import type { AccountSettings } from '@ringwell/database/accounts/settings/account-settings.entity';
import type { User } from '@ringwell/database/accounts/user.entity';
import { DeliveriesRepository, type DeliveryOutcome } from '@ringwell/database/deliveries/deliveries.repository';
import { Delivery } from '@ringwell/database/deliveries/delivery.entity';
import { DispatchRepository } from '@ringwell/database/scheduling/dispatch.repository';
import { WorkersRepository } from '@ringwell/database/scheduling/workers.repository';
import type { ConnectionChannel } from '@ringwell/domain/deliveries/delivery';
import { destinationHash } from '@ringwell/platform/crypto/destination-hash';
import { problem, SessionClient, type ClientResponse, type ProblemBody } from '@ringwell/testing/session-client';
import { useTestApi } from '@ringwell/testing/start-api';
import { MAIL_SETTINGS } from '@ringwell/testing/test-settings';

import { ConnectionTestPollOptions } from './connection-test-poll-options';
import type { ConnectionTestDto } from './dto/connection-test.dto';

const WEBHOOK = { sealedWebhookUrl: 'sealed' };
const SLACK = { sealedSlackBotToken: 'sealed', slackChannel: '#calls' };
const LONG_WAIT_MS = 20_000;

describe('POST /api/my/settings/test/{channel}', () => {
  const { api, database } = useTestApi({ STRIPE_SECRET_KEY: 'sk_test_1', ...MAIL_SETTINGS });
  let deliveries: DeliveriesRepository;

  beforeAll(() => {
    deliveries = new DeliveriesRepository(database.manager);
  });
  beforeEach(() => setWaitMs(LONG_WAIT_MS));

  const setWaitMs = (waitMs: number): void => {
    Object.assign(api.app.get(ConnectionTestPollOptions, { strict: false }), { waitMs, pollMs: 20 });
  };
  async function connectAccount(
    settings: Partial<AccountSettings> = {},
    { user, account }: { user?: Partial<User>; account?: NewAccount } = {},
  ): Promise<{ accountId: string; userId: string; client: SessionClient }> {
    const testAccount = await database.makeAccount({ user, account, settings });
    const userId = testAccount.user.id;
    return {
      accountId: testAccount.account.id,
      userId,
      client: await api.signIn({ id: userId }),
    };
  }
  const sendTest = (client: SessionClient, channel: string): Promise<ClientResponse<ConnectionTestDto & ProblemBody>> =>
    client.post(`/api/my/settings/test/${channel}`);
  const findDeliveries = (accountId: string): Promise<Delivery[]> =>
    database.manager.find(Delivery, {
      where: { accountId },
      order: { createdAt: 'ASC', destination: 'ASC' },
    });

  // Acts as a worker until it has finished `count` of the account's test messages.
  async function processTests(
    accountId: string,
    outcomes: (delivery: Delivery) => Omit<DeliveryOutcome, 'startedAt'>,
    count = 1,
  ): Promise<void> {
    const dispatch = new DispatchRepository(database.dataSource);
    const deadline = Date.now() + LONG_WAIT_MS;
    for (let doneCount = 0; doneCount < count;) {
      if (Date.now() > deadline) throw new Error('No test message was queued.');
      for (const lease of await dispatch.leaseDueDeliveries(['slack', 'email', 'webhook'], 10)) {
        const delivery = await deliveries.claim(lease);
        if (delivery?.accountId !== accountId) continue;
        await deliveries.conclude(lease, { ...outcomes(delivery), startedAt: new Date() });
        doneCount += 1;
      }
    }
  }

  it('sends a test message at the highest priority and waits for its outcome', async () => {
    const { accountId, userId, client } = await connectAccount(WEBHOOK);
    const [response] = await Promise.all([
      sendTest(client, 'webhook'),
      processTests(accountId, () => ({ state: 'sent' })),
    ]);
    expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect(response.body).toEqual({
      channel: 'webhook',
      outcome: 'sent',
      message: 'Your system received a test message.',
      results: [{ destination: 'Outgoing webhook', state: 'sent', error: null }],
    });
    expect(await findDeliveries(accountId)).toMatchObject([
      {
        callId: null,
        runNumber: 0,
        priority: 2,
        channel: 'webhook',
        destination: 'Outgoing webhook',
        destinationHash: destinationHash('Outgoing webhook'),
        attempts: 1,
      },
    ]);
    expect(await database.manager.findBy(ActivityLog, { userId })).toMatchObject([
      {
        action: 'Connection tested',
        description: 'A test was started. Connection: Outgoing webhook.',
        accountId,
        metadata: { channel: 'webhook' },
      },
    ]);
    expect(
      (await client.get<{ channel: string; lastSuccessAt: string | null }[]>('/api/my/connections')).body.find(
        ({ channel }) => channel === 'webhook',
      )?.lastSuccessAt,
    ).toEqual(expect.any(String));
  });

  it("returns the remote system's error", async () => {
    const { accountId, client } = await connectAccount(WEBHOOK);
    const failure = {
      state: 'failed',
      errorCode: 'OUTBOUND_NOT_FOUND',
      errorMessage: 'The server returned 404: not found. Check the URL.',
    } as const;
    const [{ status, body }] = await Promise.all([sendTest(client, 'webhook'), processTests(accountId, () => failure)]);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      outcome: 'failed',
      message: failure.errorMessage,
      results: [{ state: 'failed', error: { code: failure.errorCode, message: failure.errorMessage } }],
    });
    const [secondResponse] = await Promise.all([
      sendTest(client, 'webhook'),
      processTests(accountId, () => ({ state: 'sent' })),
    ]);
    expect(secondResponse.body.outcome).toBe('sent');
  });

  it('names the failed addresses', async () => {
    const { accountId, client } = await connectAccount({ emailAddress: ['a@example.com', 'b@example.com'] });
    const outcome = ({ destination }: Delivery): Omit<DeliveryOutcome, 'startedAt'> =>
      destination === 'a@example.com'
        ? { state: 'sent' }
        : { state: 'failed', errorCode: 'NO_MAILBOX', errorMessage: 'Mailbox not found.' };
    const [{ body }] = await Promise.all([sendTest(client, 'email'), processTests(accountId, outcome, 2)]);
    expect(body).toMatchObject({
      outcome: 'failed',
      message: 'b@example.com: Mailbox not found.',
      results: [{ destination: 'a@example.com', state: 'sent' }, { state: 'failed' }],
    });
  });

  it('returns "waiting" with the reason on timeout, and picks up the same message on the next test', async () => {
    setWaitMs(50);
    const { accountId, client } = await connectAccount(WEBHOOK);
    expect((await sendTest(client, 'webhook')).body).toMatchObject({
      outcome: 'waiting',
      message: expect.stringContaining('no worker is running') as string,
      results: [{ state: 'pending' }],
    });
    const workerId = await database.addLiveWorker();
    expect((await sendTest(client, 'webhook')).body).toMatchObject({
      outcome: 'waiting',
      message: expect.stringContaining('is queued') as string,
    });
    await new WorkersRepository(database.manager).remove(workerId);
    expect(await findDeliveries(accountId)).toHaveLength(1);
  });

  it('sends one message for two concurrent tests and returns the outcome to both', async () => {
    const { accountId, userId, client } = await connectAccount(WEBHOOK);
    const [firstResponse, secondResponse] = await Promise.all([
      sendTest(client, 'webhook'),
      sendTest(client, 'webhook'),
      processTests(accountId, () => ({ state: 'sent' })),
    ]);
    const outcomes = [firstResponse, secondResponse].map(({ status, body }): string =>
      status === 200 ? body.outcome : `${status} ${body.code}`,
    );
    // The second request gets the same outcome, or is rejected if the message was already sent.
    expect(outcomes).toContain('sent');
    expect(outcomes.filter((outcome) => outcome !== 'sent' && outcome !== '409 TEST_JUST_SENT')).toEqual([]);
    expect(await findDeliveries(accountId)).toHaveLength(1);
    expect(await database.manager.countBy(ActivityLog, { userId })).toBe(1);
  });

  it('rejects another test right after a message arrived', async () => {
    const { accountId, client } = await connectAccount(WEBHOOK);
    await Promise.all([sendTest(client, 'webhook'), processTests(accountId, () => ({ state: 'sent' }))]);
    expect(await sendTest(client, 'webhook')).toMatchObject(problem(409, 'TEST_JUST_SENT'));
    await database.query(`update deliveries set sent_at = sent_at - interval '10 seconds' where account_id = $1`, [
      accountId,
    ]);
    const [{ body }] = await Promise.all([
      sendTest(client, 'webhook'),
      processTests(accountId, () => ({ state: 'sent' })),
    ]);
    expect(body.outcome).toBe('sent');
  });

  it("allows another test after ten seconds even if the API's clock is an hour behind", async () => {
    const { accountId, client } = await connectAccount(WEBHOOK);
    await Promise.all([sendTest(client, 'webhook'), processTests(accountId, () => ({ state: 'sent' }))]);
    await database.query(`update deliveries set sent_at = sent_at - interval '10 seconds' where account_id = $1`, [
      accountId,
    ]);
    const now = Date.now.bind(Date);
    const clock = jest.spyOn(Date, 'now').mockImplementation(() => now() - 3_600_000);
    try {
      const [{ body }] = await Promise.all([
        sendTest(client, 'webhook'),
        processTests(accountId, () => ({ state: 'sent' })),
      ]);
      expect(body.outcome).toBe('sent');
    } finally {
      clock.mockRestore();
    }
  });

  it.each<[ConnectionChannel, number, string]>([
    ['slack', 400, 'Add a bot token and channel to connect.'],
    ['teams', 400, 'Add the webhook URL of a Teams workflow to connect.'],
    ['google_chat', 400, 'Add the webhook URL of a Google Chat space to connect.'],
    ['webhook', 400, 'Add the URL of your system to connect.'],
    ['email', 400, 'Add an email address to connect.'],
    ['servicetitan', 503, "ServiceTitan isn't available yet. Contact support."],
  ])('names the missing settings of %s', async (channel, status, message) => {
    const { accountId, client } = await connectAccount();
    const response = await sendTest(client, channel);
    expect([response.status, response.body.message]).toEqual([status, message]);
    expect(await findDeliveries(accountId)).toEqual([]);
  });

  it('rejects unknown channels', async () => {
    const { client } = await connectAccount();
    expect(await sendTest(client, 'fax')).toMatchObject(problem(404, 'NO_SUCH_CHANNEL'));
    expect(await sendTest(client, 'callback')).toMatchObject({ status: 404 });
  });

  it('rejects demo accounts', async () => {
    const { accountId, client } = await connectAccount(WEBHOOK, { account: { status: 'demo' } });
    expect(await sendTest(client, 'webhook')).toMatchObject(problem(403, 'ACCOUNT_NOT_ACTIVE'));
    expect(await findDeliveries(accountId)).toEqual([]);
  });

  it('rejects a disabled account that an administrator is viewing', async () => {
    const { accountId, userId } = await connectAccount(WEBHOOK, { user: { isActive: false } });
    const admin = await connectAccount(WEBHOOK, { user: { role: 'admin' } });
    await admin.client.post(`/api/admin/impersonate/${userId}`);
    expect(await sendTest(admin.client, 'webhook')).toMatchObject(problem(409, 'ACCOUNT_DISABLED'));
    expect(await findDeliveries(accountId)).toEqual([]);
  });

  it('requires the add-on for team chat, except from administrators, even while they are impersonating a user', async () => {
    const { accountId, userId, client } = await connectAccount(SLACK);
    expect(await sendTest(client, 'slack')).toMatchObject(problem(409, 'ADD_ON_MISSING'));
    const admin = await connectAccount(SLACK, { user: { role: 'admin' } });
    const [ownResponse] = await Promise.all([
      sendTest(admin.client, 'slack'),
      processTests(admin.accountId, () => ({ state: 'sent' })),
    ]);
    expect(ownResponse.body).toMatchObject({ outcome: 'sent', message: 'A test message was posted to #calls.' });
    await admin.client.post(`/api/admin/impersonate/${userId}`);
    const [viewedResponse] = await Promise.all([
      sendTest(admin.client, 'slack'),
      processTests(accountId, () => ({ state: 'sent' })),
    ]);
    expect(viewedResponse.body.outcome).toBe('sent');
    expect((await findDeliveries(accountId)).map((delivery) => delivery.channel)).toEqual(['slack']);
  });
});

describe('the connection test rate limit', () => {
  const { api, database } = useTestApi({ RATE_LIMIT_TIGHT_FACTOR: '1' });

  it('rejects the eleventh test within ten minutes', async () => {
    const { user } = await database.makeAccount();
    const client = await api.signIn(user);
    const statuses: number[] = [];
    for (let time = 0; time < 11; time += 1) statuses.push((await client.post('/api/my/settings/test/webhook')).status);
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 400), 429]);
  });
});
