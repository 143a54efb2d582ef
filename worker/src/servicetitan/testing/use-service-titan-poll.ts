import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

import type { Redis } from 'ioredis';
import { Registry } from 'prom-client';

import type { AccountChanges } from '@ringwell/database/accounts/accounts.repository';
import { AccountSettings } from '@ringwell/database/accounts/settings/account-settings.entity';
import { Call } from '@ringwell/database/calls/call.entity';
import { Connection } from '@ringwell/database/deliveries/connection.entity';
import { ServiceTitanJobsRepository } from '@ringwell/database/servicetitan/service-titan-jobs.repository';
import {
  ServiceTitanPollsRepository,
  type PolledAccount,
} from '@ringwell/database/servicetitan/service-titan-polls.repository';
import type { WorkerConfig } from '@ringwell/platform/config/environment-settings';
import { loadConfig } from '@ringwell/platform/config/load-config';
import { SecretBox } from '@ringwell/platform/crypto/secret-box';
import { createLogger } from '@ringwell/platform/logging/create-logger';
import { PipelineMetrics } from '@ringwell/platform/metrics/pipeline-metrics';
import { createRedis } from '@ringwell/platform/redis/create-redis';
import { FakeServiceTitanServer, type FakeCall, type FakeTenant } from '@ringwell/testing/fake-service-titan-server';
import type { TestAccount } from '@ringwell/testing/make-account';
import { useTestDatabase } from '@ringwell/testing/test-database';
import { TEST_KEY, TEST_SESSION_KEY } from '@ringwell/testing/test-keys';
import { testSettings } from '@ringwell/testing/test-settings';

import { fakeLeader } from '../../leader/testing/fake-leader';
import { createServiceTitanClient } from '../create-service-titan-client';
import type { ServiceTitanTimeLimits } from '../service-titan-api';
import { ServiceTitanCallsFeed } from '../service-titan-calls.feed';
import { FeedContext } from '../service-titan-feed';
import { ServiceTitanHttp } from '../service-titan-http';
import { ServiceTitanImportFeed } from '../service-titan-import.feed';
import { ServiceTitanJobsFeed } from '../service-titan-jobs.feed';
import { ServiceTitanPollLoop } from '../service-titan-poll.loop';
import { ServiceTitanRateLimiter } from '../service-titan-rate-limiter';
import type { ServiceTitanClient } from '../service-titan.client';

export const MINUTE_MS = 60_000;

// oxlint-disable-next-line typescript/explicit-module-boundary-types -- the closures have their own types
export function useServiceTitanPoll() {
  const logger = createLogger({ service: 'test', level: 'fatal' });
  const secretBox = new SecretBox(TEST_KEY);
  const vendor = new FakeServiceTitanServer();
  const http = new ServiceTitanHttp();
  const pollers: ServiceTitanPollLoop[] = [];
  let redis: Redis;
  const database = useTestDatabase();
  let config: WorkerConfig;

  beforeAll(async () => {
    await vendor.start();
    redis = createRedis({ url: testSettings().redisUrl, purpose: 'worker', logger });
    config = loadConfig({
      DATABASE_URL: database.url,
      REDIS_URL: testSettings().redisUrl,
      SECRETS_KEY: TEST_KEY,
      SESSION_KEY: TEST_SESSION_KEY,
      ...vendor.settings,
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
    await vendor.stop();
  });

  const createClient = (limits?: ServiceTitanTimeLimits): ServiceTitanClient =>
    createServiceTitanClient(config, http, new ServiceTitanRateLimiter(redis, `test-${randomUUID()}`, logger), limits);

  function createContext(limits?: ServiceTitanTimeLimits): FeedContext {
    const polls = new ServiceTitanPollsRepository(database.manager);
    return new FeedContext(createClient(limits), polls, secretBox, config, logger);
  }

  function createCallsFeed(): ServiceTitanCallsFeed {
    return new ServiceTitanCallsFeed(createContext({ readMs: 1 })); // pages may take longer than other responses
  }

  function createJobsFeed(batchSize?: number): ServiceTitanJobsFeed {
    const jobs = new ServiceTitanJobsRepository(database.manager, batchSize);
    return new ServiceTitanJobsFeed(createContext(), jobs);
  }

  function createImportFeed(): ServiceTitanImportFeed {
    return new ServiceTitanImportFeed(createContext(), database.repositories.callImports);
  }

  function startPoller({
    isLeader = true,
    settings = {},
    feed = createCallsFeed(),
  }: {
    isLeader?: boolean;
    settings?: Partial<WorkerConfig>;
    feed?: ServiceTitanCallsFeed | ServiceTitanJobsFeed;
  } = {}): ServiceTitanPollLoop {
    const { manager } = database;
    const poller = new ServiceTitanPollLoop(
      fakeLeader(isLeader),
      new ServiceTitanPollsRepository(manager),
      database.repositories.connections,
      [feed],
      new PipelineMetrics(new Registry()),
      { ...config, ...settings },
    );
    poller.onApplicationBootstrap();
    pollers.push(poller);
    return poller;
  }

  async function connect(
    feed: FakeCall[] = [],
    overrides: { account?: AccountChanges; settings?: Partial<AccountSettings> } = {},
  ): Promise<{ tenant: FakeTenant; account: TestAccount }> {
    const tenant = vendor.addTenant(String(Math.floor(Math.random() * 1e9) + 1));
    tenant.feed.push(...feed);
    const account = await database.makeAccount({
      account: { serviceTitanTenant: tenant.id, ...overrides.account },
      settings: { serviceTitanClientId: tenant.clientId, serviceTitanPollingEnabled: true, ...overrides.settings },
      ...(overrides.settings?.sealedServiceTitanClientSecret !== null && {
        secrets: { serviceTitanClientSecret: tenant.clientSecret },
      }),
    });
    return { tenant, account };
  }

  const findSettings = ({ account }: TestAccount): Promise<AccountSettings> =>
    database.manager.findOneByOrFail(AccountSettings, { accountId: account.id });
  const findCalls = ({ account }: TestAccount): Promise<Call[]> =>
    database.manager.find(Call, { where: { accountId: account.id }, order: { externalId: 'ASC' } });
  const findExternalIds = async (account: TestAccount): Promise<(string | null)[]> =>
    (await findCalls(account)).map(({ externalId }) => externalId);
  const findConnection = ({ account }: TestAccount): Promise<Connection | null> =>
    database.manager.findOneBy(Connection, { accountId: account.id, channel: 'servicetitan' });
  const listFeedReads = (tenant: FakeTenant): string[] =>
    vendor
      .requestsTo('GET export/calls')
      .filter((request) => request.tenant === tenant.id)
      .map(({ query }) => query['from'] ?? '');

  async function pollUntil<T>(read: () => Promise<T>, isMet: (value: T) => boolean): Promise<T> {
    for (let attempt = 0; attempt < 2_500; attempt += 1) {
      const value = await read();
      if (isMet(value)) return value;
      await sleep(20);
    }
    throw new Error(`Condition not met: ${JSON.stringify(await read())}`);
  }

  // Polls once and ignores the result.
  async function pollOnce(account: TestAccount): Promise<void> {
    await database.query('update account_settings set poll_after = null where account_id = $1', [account.account.id]);
    const poller = startPoller();
    await pollUntil(
      () => findSettings(account),
      ({ pollAfter }) => pollAfter !== null && pollAfter.getTime() > Date.now(),
    );
    await poller.onModuleDestroy();
  }

  // The account as the leader reads it; `undefined` if it isn't due.
  async function findDueAccount({ account: { id } }: TestAccount): Promise<PolledAccount | undefined> {
    const dueAccounts = await new ServiceTitanPollsRepository(database.manager).listDueAccounts('calls', [], 1_000);
    return dueAccounts.find(({ account }) => account.id === id);
  }

  return {
    vendor,
    database,
    connect,
    createCallsFeed,
    createJobsFeed,
    createImportFeed,
    startPoller,
    pollOnce,
    pollUntil,
    findSettings,
    findCalls,
    findExternalIds,
    findConnection,
    listFeedReads,
    findDueAccount,
  };
}
