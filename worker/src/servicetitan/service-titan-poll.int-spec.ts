import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

import type { Redis } from 'ioredis';
import { Registry } from 'prom-client';

import { AccountSettings } from '@ringwell/database/accounts/account-settings.entity';
import type { User } from '@ringwell/database/accounts/user.entity';
import { UsersRepository } from '@ringwell/database/accounts/users.repository';
import { Call } from '@ringwell/database/calls/call.entity';
import { ServiceTitanPollsRepository } from '@ringwell/database/calls/service-titan-polls.repository';
import { Connection } from '@ringwell/database/deliveries/connection.entity';
import { ConnectionsRepository } from '@ringwell/database/deliveries/connections.repository';
import { SEALED_FIELDS } from '@ringwell/database/sealed-fields';
import { loadConfig } from '@ringwell/platform/config/load-config';
import type { Config } from '@ringwell/platform/config/settings';
import { SecretBox } from '@ringwell/platform/crypto/secret-box';
import { createLogger } from '@ringwell/platform/logging/create-logger';
import { PipelineMetrics } from '@ringwell/platform/metrics/pipeline-metrics';
import { createRedis } from '@ringwell/platform/redis/create-redis';
import type { ProviderReply } from '@ringwell/testing/fake-http-provider';
import { FakeServiceTitanServer, type FakeCall, type FakeTenant } from '@ringwell/testing/fake-service-titan-server';
import { makeAccount, type TestAccount } from '@ringwell/testing/make-account';
import { createTestDatabase, type TestDatabase } from '@ringwell/testing/test-database';
import { testSettings } from '@ringwell/testing/test-settings';
import { TEST_KEY } from '@ringwell/testing/test-system';
import { whileLocked } from '@ringwell/testing/while-locked';

import type { LeaderElection } from '../leader/leader-election';
import { createServiceTitanClient } from './create-service-titan-client';
import { ServiceTitanPollService } from './service-titan-poll.service';
import { ServiceTitanHttp } from './service-titan-http';
import { ServiceTitanRateLimiter } from './service-titan-rate-limiter';
import { ServiceTitanPollLoop } from './service-titan-poll.loop';

const MINUTE = 60_000;
const DANA = { id: 815, name: 'Dana Whitfield' };

describe('the fetching of new calls', () => {
  const logger = createLogger({ service: 'test', level: 'fatal' });
  const secretBox = new SecretBox(TEST_KEY);
  const vendor = new FakeServiceTitanServer();
  const http = new ServiceTitanHttp();
  const pollers: ServiceTitanPollLoop[] = [];
  let redis: Redis;
  let database: TestDatabase;
  let config: Config;

  beforeAll(async () => {
    await vendor.start();
    database = await createTestDatabase();
    redis = createRedis({ url: testSettings().redisUrl, purpose: 'worker', logger });
    config = loadConfig({
      DATABASE_URL: database.url,
      REDIS_URL: testSettings().redisUrl,
      SECRETS_KEY: TEST_KEY,
      SESSION_KEY: TEST_KEY,
      SERVICETITAN_APP_KEY: vendor.appKey,
      SERVICETITAN_API_URL: vendor.origin,
      SERVICETITAN_AUTH_URL: vendor.origin,
    });
  });
  afterEach(async () => {
    await Promise.all(pollers.splice(0).map((poller) => poller.onModuleDestroy()));
    vendor.fault = () => undefined;
    vendor.requests.length = 0;
  });
  afterAll(async () => {
    redis.disconnect();
    await http.close();
    await database.drop();
    await vendor.stop();
  });

  function pollService(): ServiceTitanPollService {
    const { manager } = database.dataSource;
    const client = createServiceTitanClient(config, http, new ServiceTitanRateLimiter(redis, `test-${randomUUID()}`, logger));
    return new ServiceTitanPollService(client, new ServiceTitanPollsRepository(manager), secretBox, config, logger);
  }

  /** A worker that leads, or does not. */
  function startPoller({
    isLeader = true,
    settings = {},
  }: { isLeader?: boolean; settings?: Partial<Config> } = {}): ServiceTitanPollLoop {
    const { manager } = database.dataSource;
    const poller = new ServiceTitanPollLoop(
      { isLeader } as LeaderElection,
      new ServiceTitanPollsRepository(manager),
      new ConnectionsRepository(manager),
      pollService(),
      new PipelineMetrics(new Registry()),
      { ...config, ...settings },
      logger,
    );
    poller.onApplicationBootstrap();
    pollers.push(poller);
    return poller;
  }

  async function connect(
    feed: FakeCall[] = [],
    overrides: { user?: Partial<User>; settings?: Partial<AccountSettings> } = {},
  ): Promise<{ tenant: FakeTenant; account: TestAccount }> {
    const tenant = vendor.addTenant(String(Math.floor(Math.random() * 1e9) + 1));
    tenant.feed.push(...feed);
    const account = await makeAccount(database.dataSource, {
      user: { serviceTitanTenant: tenant.id, ...overrides.user },
      settings: { serviceTitanClientId: tenant.clientId, serviceTitanPollingEnabled: true, ...overrides.settings },
    });
    if (overrides.settings?.sealedServiceTitanClientSecret !== null) {
      await new UsersRepository(database.dataSource.manager).changeSettings(account.user.id, {
        sealedServiceTitanClientSecret: secretBox.seal(
          tenant.clientSecret,
          SEALED_FIELDS.serviceTitanClientSecret(account.user.id),
        ),
      });
    }
    return { tenant, account };
  }

  const settingsOf = ({ user }: TestAccount): Promise<AccountSettings> =>
    database.dataSource.manager.findOneByOrFail(AccountSettings, { userId: user.id });
  const callsOf = ({ user }: TestAccount): Promise<Call[]> =>
    database.dataSource.manager.find(Call, { where: { userId: user.id }, order: { externalId: 'ASC' } });
  const idsOf = async (account: TestAccount): Promise<(string | null)[]> =>
    (await callsOf(account)).map(({ externalId }) => externalId);
  const connectionOf = ({ user }: TestAccount): Promise<Connection | null> =>
    database.dataSource.manager.findOneBy(Connection, { userId: user.id, channel: 'servicetitan' });
  const feedReads = (tenant: FakeTenant): string[] =>
    vendor
      .asked('GET export/calls')
      .filter((request) => request.tenant === tenant.id)
      .map(({ query }) => query['from'] ?? '');

  async function until<T>(read: () => Promise<T>, met: (value: T) => boolean): Promise<T> {
    for (let look = 0; look < 2_500; look += 1) {
      const value = await read();
      if (met(value)) return value;
      await sleep(20);
    }
    throw new Error(`It did not come to that: ${JSON.stringify(await read())}`);
  }

  /** One look, however it ends. */
  async function look(account: TestAccount): Promise<void> {
    await database.dataSource.query('update account_settings set poll_after = null where user_id = $1', [
      account.user.id,
    ]);
    const poller = startPoller();
    await until(
      () => settingsOf(account),
      ({ pollAfter }) => pollAfter !== null && pollAfter.getTime() > Date.now(),
    );
    await poller.onModuleDestroy();
  }

  it('begins an hour back, and stores what is to be processed with everything that is known of it', async () => {
    const { tenant, account } = await connect([
      { id: 1, createdOn: new Date(Date.now() - 2 * 60 * MINUTE).toISOString() },
      {
        id: 2,
        createdOn: new Date(Date.now() - 30 * MINUTE).toISOString(),
        customer: DANA,
        job: { id: 4711, number: 'J-4711' },
      },
      { id: 3, duration: '00:00:20' },
      { id: 4, type: 'Abandoned' },
      { id: 5, direction: 'Outbound', duration: '00:01:10' },
      { id: 6, status: 'Ringing', recordingUrl: null },
    ]);
    await look(account);
    const [call, ...others] = await callsOf(account);
    expect(others).toEqual([]);
    expect(call).toMatchObject({
      source: 'servicetitan',
      externalId: '2',
      leadCallId: '2',
      jobId: '4711',
      customerId: '815',
      customerName: 'Dana Whitfield',
      direction: 'inbound',
      fromNumber: '5550100142',
      toNumber: '5550100100',
      occurredAt: new Date(tenant.feed[1]?.createdOn ?? ''),
      state: 'queued',
      runNumber: 1,
    });
    const { pollCursor, lastPolledAt } = await settingsOf(account);
    expect(pollCursor).toBe('place-6');
    expect(lastPolledAt).toBeInstanceOf(Date);
    const [request] = vendor.asked('GET export/calls');
    expect(request?.query['includeRecentChanges']).toBe('true');
    expect(Date.now() - Date.parse(request?.query['from'] ?? '')).toBeGreaterThanOrEqual(60 * MINUTE);
  });

  it('goes on where it stopped; what comes again is not doubled, but what has been found out since is kept', async () => {
    const { tenant, account } = await connect([{ id: 1 }]);
    await look(account);
    await database.dataSource.query(`update calls set state = 'completed' where user_id = $1`, [account.user.id]);
    tenant.feed.push(
      { id: 1, customer: DANA, job: { id: 9, number: '9' } },
      { id: 2 },
      { id: 2, job: { id: 10, number: '10' } },
    );
    await look(account);
    expect(feedReads(tenant).slice(1)).toEqual(['place-1']);
    expect(await callsOf(account)).toMatchObject([
      { externalId: '1', state: 'completed', jobId: '9', customerId: '815', customerName: 'Dana Whitfield' },
      { externalId: '2', state: 'queued', jobId: '10' },
    ]);
  });

  it('stores a page when the name of a customer cannot be stored as it is', async () => {
    const tooLong = `${'x'.repeat(199)}😀`;
    const named = (id: number, name: string): FakeCall => ({ id, customer: { id, name } });
    const feed = [named(1, 'Da\ud83dna'), named(2, 'Da\0na'), named(3, tooLong), named(4, 'Dana Whitfield')];
    const { account } = await connect(feed);
    await look(account);
    expect((await callsOf(account)).map(({ customerName }) => customerName)).toEqual([
      'Da\ufffdna',
      'Dana',
      'x'.repeat(199),
      'Dana Whitfield',
    ]);
  });

  it('reads page after page, and keeps what it has when one of them fails', async () => {
    const { tenant, account } = await connect([1, 2, 3, 4, 5].map((id) => ({ id })));
    tenant.feedPageSize = 2;
    vendor.fault = ({ query }) => (query['from'] === 'place-4' ? { status: 500, body: {} } : undefined);
    await look(account);
    expect(await idsOf(account)).toEqual(['1', '2', '3', '4']);
    expect(await settingsOf(account)).toMatchObject({ pollCursor: 'place-4', lastPolledAt: null });
    vendor.fault = () => undefined;
    await look(account);
    expect(await idsOf(account)).toEqual(['1', '2', '3', '4', '5']);
    expect(await connectionOf(account)).toBeNull();
  });

  it('loses and doubles nothing when it is stopped in the middle', async () => {
    const { tenant, account } = await connect([1, 2, 3].map((id) => ({ id })));
    tenant.feedPageSize = 1;
    vendor.fault = ({ query }) => (query['from'] === 'place-2' ? 'hang' : undefined);
    const poller = startPoller();
    await until(
      async () => feedReads(tenant),
      (reads) => reads.includes('place-2'),
    );
    await poller.onModuleDestroy();
    expect(await idsOf(account)).toEqual(['1', '2']);
    vendor.fault = () => undefined;
    await look(account);
    expect(await idsOf(account)).toEqual(['1', '2', '3']);
  });

  it('does no harm when two workers lead for a moment', async () => {
    const { tenant, account } = await connect([1, 2, 3, 4].map((id) => ({ id })));
    tenant.feedPageSize = 1;
    const accounts = (await new ServiceTitanPollsRepository(database.dataSource.manager).due([], 1_000)).filter(
      ({ user }) => user.id === account.user.id,
    );
    const options = { signal: AbortSignal.timeout(30_000), mayContinue: () => true };
    const found = await Promise.all([...accounts, ...accounts].map((due) => pollService().poll(due, options)));
    expect(found[0]! + found[1]!).toBe(4);
    expect(await idsOf(account)).toEqual(['1', '2', '3', '4']);
  });

  it('does not go back when a worker that no longer leads comes late', async () => {
    const { tenant, account } = await connect([1, 2, 3].map((id) => ({ id })));
    const [late] = (await new ServiceTitanPollsRepository(database.dataSource.manager).due([], 1_000)).filter(
      ({ user }) => user.id === account.user.id,
    );
    await look(account);
    tenant.feedPageSize = 1;
    expect(await pollService().poll(late!, { signal: AbortSignal.timeout(30_000), mayContinue: () => false })).toBe(0);
    expect(await settingsOf(account)).toMatchObject({ pollCursor: 'place-3' });
  });

  it('stores nothing of a tenant that the account has left meanwhile', async () => {
    const { account } = await connect([{ id: 1 }]);
    const [due] = (await new ServiceTitanPollsRepository(database.dataSource.manager).due([], 1_000)).filter(
      ({ user }) => user.id === account.user.id,
    );
    const stored = await whileLocked(
      database.dataSource,
      `update users set service_titan_tenant = '5' where id = $1`,
      [account.user.id],
      () => pollService().poll(due!, { signal: AbortSignal.timeout(30_000), mayContinue: () => true }),
    );
    expect(stored).toBe(0);
    expect(await idsOf(account)).toEqual([]);
    expect(await settingsOf(account)).toMatchObject({ pollCursor: null });
  });

  it('lets a call wait for its recording, and puts it in line when it is time to look, or once ServiceTitan says that it is there', async () => {
    const { tenant, account } = await connect([
      { id: 1, recordingUrl: null },
      { id: 2, recordingUrl: null },
      { id: 3, recordingUrl: null },
    ]);
    await look(account);
    const calls = await callsOf(account);
    expect(calls.map(({ state }) => state)).toEqual(['received', 'received', 'received']);
    expect(Number(calls[0]?.runAfter) - Number(calls[0]?.createdAt)).toBe(MINUTE);
    tenant.feed.push({ id: 2 });
    await database.dataSource.query(`update calls set run_after = now() where user_id = $1 and external_id = '3'`, [
      account.user.id,
    ]);
    await look(account);
    startPoller();
    expect(
      await until(
        async () => (await callsOf(account)).map(({ state }) => state),
        (states) => states.filter((state) => state === 'queued').length === 2,
      ),
    ).toEqual(['received', 'queued', 'queued']);
  });

  it('is done by the worker that leads alone', async () => {
    const { tenant, account } = await connect([{ id: 1 }]);
    const idle = startPoller({ isLeader: false });
    await idle.onModuleDestroy();
    expect(feedReads(tenant)).toEqual([]);
    await look(account);
    expect(feedReads(tenant)).toHaveLength(1);
  });

  it.each<[string, { user?: Partial<User>; settings?: Partial<AccountSettings> }]>([
    ['does not want it', { settings: { serviceTitanPollingEnabled: false } }],
    ['is switched off', { settings: { active: false } }],
    ['is disabled', { user: { isActive: false } }],
    ['is a demo', { user: { status: 'demo' } }],
    ['has no tenant', { user: { serviceTitanTenant: null } }],
    ['has no client id', { settings: { serviceTitanClientId: null } }],
    ['has no client secret', { settings: { sealedServiceTitanClientSecret: null } }],
    ['was looked at a moment ago', { settings: { pollAfter: new Date(Date.now() + 60 * MINUTE) } }],
  ])('leaves alone an account that %s', async (_what, overrides) => {
    const { account } = await connect([{ id: 1 }], overrides);
    const due = await new ServiceTitanPollsRepository(database.dataSource.manager).due([], 1_000);
    expect(due.map(({ user }) => user.id)).not.toContain(account.user.id);
  });

  it("needs the app's key", async () => {
    const { tenant } = await connect([{ id: 1 }]);
    const poller = startPoller({ settings: { SERVICETITAN_APP_KEY: undefined } });
    await poller.onModuleDestroy();
    expect(feedReads(tenant)).toEqual([]);
  });

  describe('that fails', () => {
    it.each<[string, ProviderReply, string, RegExp]>([
      [
        'a permission is missing',
        { status: 403, body: {} },
        'export/calls',
        /^New calls are not fetched\. ServiceTitan refuses access to Calls \(read\)/,
      ],
      [
        'the keys are wrong',
        { status: 400, body: { error: 'invalid_client' } },
        'connect/token',
        /^New calls are not fetched\. ServiceTitan does not accept the client id and secret/,
      ],
      [
        'it leads elsewhere',
        { status: 307, body: '', headers: { location: 'http://127.0.0.1:9/' } },
        'export/calls',
        /redirect/,
      ],
    ])('because %s is shown on the connection until it works again', async (_what, reply, where, message) => {
      const { tenant, account } = await connect([{ id: 1 }]);
      vendor.fault = ({ path, tenant: asked }) =>
        path === where && (asked === tenant.id || asked === '') ? reply : undefined;
      await look(account);
      expect(
        await until(
          () => connectionOf(account),
          (found) => found !== null,
        ),
      ).toMatchObject({
        errorCode: 'SERVICETITAN_POLLING',
        errorMessage: expect.stringMatching(message) as string,
        isPermanent: true,
        failedAt: expect.any(Date) as Date,
        destination: `Tenant ${tenant.id}`,
      });
      expect(await settingsOf(account)).toMatchObject({ lastPolledAt: null, pollCursor: null });
      vendor.fault = () => undefined;
      await database.dataSource.query('update account_settings set poll_after = null where user_id = $1', [
        account.user.id,
      ]);
      startPoller();
      expect(
        await until(
          () => connectionOf(account),
          (found) => found?.errorCode === null,
        ),
      ).toMatchObject({ isPermanent: false, failedAt: null, errorMessage: null });
      expect(await idsOf(account)).toEqual(['1']);
    });

    it.each<[string, ProviderReply]>([
      ['it fails', { status: 503, body: '<html>' }],
      ['it answers garbage', { body: '<html>' }],
      ['it answers something else', { body: { rows: [] } }],
      ['it breaks off', 'break'],
    ])('because %s is tried again after a minute', async (_what, reply) => {
      const { account } = await connect([{ id: 1 }]);
      vendor.fault = ({ path }) => (path === 'export/calls' ? reply : undefined);
      await look(account);
      const { pollAfter, pollCursor } = await settingsOf(account);
      expect(Number(pollAfter) - Date.now()).toBeLessThanOrEqual(MINUTE);
      expect(pollCursor).toBeNull();
      expect(await connectionOf(account)).toBeNull();
    });

    it('because there are too many requests waits as long as it asks for', async () => {
      const { account } = await connect([{ id: 1 }]);
      vendor.fault = ({ path }) =>
        path === 'export/calls' ? { status: 429, body: {}, headers: { 'retry-after': '900' } } : undefined;
      await look(account);
      expect(Number((await settingsOf(account)).pollAfter) - Date.now()).toBeGreaterThan(10 * MINUTE);
    });

    it('holds up nobody else', async () => {
      const { tenant, account: stuck } = await connect([{ id: 1 }]);
      const others = await Promise.all(Array.from({ length: 12 }, () => connect([{ id: 1 }])));
      await database.dataSource.query(`update account_settings set poll_after = '-infinity' where user_id = $1`, [
        stuck.user.id,
      ]);
      vendor.fault = (request) =>
        request.path === 'export/calls' && request.tenant === tenant.id ? 'hang' : undefined;
      startPoller();
      await until(
        async () => (await Promise.all(others.map(({ account }) => idsOf(account)))).flat().length,
        (stored) => stored === others.length,
      );
      expect(feedReads(tenant)).toHaveLength(1);
      expect(await idsOf(stuck)).toEqual([]);
    });

    it('for single rows that cannot be read takes the others', async () => {
      const { tenant, account } = await connect([{ id: 1 }, { id: 2 }, { id: 3 }]);
      vendor.fault = (request) => {
        if (request.path !== 'export/calls' || request.tenant !== tenant.id) return undefined;
        return {
          body: {
            hasMore: false,
            continueFrom: 'place-3',
            data: [
              { id: 'x' },
              null,
              { id: 3, direction: 'Inbound', duration: '00:02:00', recordingUrl: 'https://x.example' },
            ],
          },
        };
      };
      await look(account);
      expect(await idsOf(account)).toEqual(['3']);
      expect(await settingsOf(account)).toMatchObject({ pollCursor: 'place-3' });
    });

    it('because ServiceTitan has forgotten how far it was begins again an hour before the last look', async () => {
      const { tenant, account } = await connect([
        { id: 1, createdOn: new Date(Date.now() - 40 * MINUTE).toISOString() },
      ]);
      await database.dataSource.query(
        `update account_settings set poll_cursor = 'unknown', last_polled_at = now() - interval '10 min' where user_id = $1`,
        [account.user.id],
      );
      await look(account);
      expect(await idsOf(account)).toEqual([]);
      await look(account);
      expect(await idsOf(account)).toEqual(['1']);
      expect(feedReads(tenant)[0]).toBe('unknown');
      expect(Date.now() - Date.parse(feedReads(tenant)[1] ?? '')).toBeGreaterThanOrEqual(70 * MINUTE);
    });

    it('leaves a fault of the notes on the connection', async () => {
      const { account } = await connect([{ id: 1 }]);
      const { manager } = database.dataSource;
      const [due] = (await new ServiceTitanPollsRepository(manager).due([], 1_000)).filter(
        ({ user }) => user.id === account.user.id,
      );
      await new ConnectionsRepository(manager).noteFault(pollService().connectionKey(due!), {
        code: 'SERVICETITAN_FORBIDDEN',
        message: 'No.',
      });
      await look(account);
      expect(await idsOf(account)).toEqual(['1']);
      expect(await connectionOf(account)).toMatchObject({ errorCode: 'SERVICETITAN_FORBIDDEN', isPermanent: true });
    });
  });
});
