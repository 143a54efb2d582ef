import { randomUUID } from 'node:crypto';

import type { Redis } from 'ioredis';

import type { AccountSettings } from '@ringwell/database/accounts/settings/account-settings.entity';
import type { Call } from '@ringwell/database/calls/call.entity';
import { Connection } from '@ringwell/database/deliveries/connection.entity';
import { DeliveriesRepository } from '@ringwell/database/deliveries/deliveries.repository';
import { Delivery } from '@ringwell/database/deliveries/delivery.entity';
import type { WorkerConfig } from '@ringwell/platform/config/environment-settings';
import { loadConfig } from '@ringwell/platform/config/load-config';
import { SecretBox } from '@ringwell/platform/crypto/secret-box';
import { createLogger } from '@ringwell/platform/logging/create-logger';
import { createRedis } from '@ringwell/platform/redis/create-redis';
import {
  FakeServiceTitanServer,
  type FakeTenant,
  type ServiceTitanRequest,
} from '@ringwell/testing/fake-service-titan-server';
import type { TestAccount } from '@ringwell/testing/make-account';
import { useTestDatabase } from '@ringwell/testing/test-database';
import { TEST_KEY, TEST_SESSION_KEY } from '@ringwell/testing/test-keys';
import { testSettings } from '@ringwell/testing/test-settings';

import { createServiceTitanClient } from '../../servicetitan/create-service-titan-client';
import type { ServiceTitanTimeLimits } from '../../servicetitan/service-titan-api';
import { ServiceTitanHttp } from '../../servicetitan/service-titan-http';
import { ServiceTitanNotesService } from '../../servicetitan/service-titan-notes.service';
import { ServiceTitanRateLimiter } from '../../servicetitan/service-titan-rate-limiter';
import type { ServiceTitanClient } from '../../servicetitan/service-titan.client';
import { ChannelRegistry } from '../channel-registry';
import { ServiceTitanChannel } from '../channels/servicetitan/servicetitan.channel';
import { planDeliveries } from '../delivery-plan';
import { DeliveryPolicyService } from '../delivery-policy.service';
import type { DeliverySenderService } from '../delivery-sender.service';
import { makeDeliverySender } from './make-delivery-sender';

export const DANA = { id: 815, name: 'Dana Whitfield', phone: '(555) 010-0142' };
const CALLER = { fromNumber: '+15550100142', direction: 'inbound', customerName: 'Dana Whitfield' } as const;

// oxlint-disable-next-line typescript/explicit-module-boundary-types -- the closures have their own types
export function useServiceTitanNotes() {
  const logger = createLogger({ service: 'test', level: 'fatal' });
  const secretBox = new SecretBox(TEST_KEY);
  const vendor = new FakeServiceTitanServer();
  const http = new ServiceTitanHttp();
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
      PUBLIC_URL: 'https://calls.example.com',
      SERVICETITAN_APP_KEY: vendor.appKey,
      SERVICETITAN_API_URL: vendor.origin,
      SERVICETITAN_AUTH_URL: `${vendor.origin}/`,
      SERVICETITAN_INTEGRATION_API_URL: 'http://127.0.0.1:9',
      SERVICETITAN_INTEGRATION_AUTH_URL: 'http://127.0.0.1:9',
    });
  });
  beforeEach(() => {
    vendor.fault = () => undefined;
    vendor.tokenSeconds = 900;
    vendor.requests.length = 0;
  });
  afterAll(async () => {
    redis.disconnect();
    await http.close();
    await vendor.stop();
  });

  const deliveries = (): DeliveriesRepository => database.repositories.deliveries;

  // Has an empty token cache, like a new worker.
  function createClient(workerConfig: WorkerConfig, timeLimits?: ServiceTitanTimeLimits): ServiceTitanClient {
    const rateLimiter = new ServiceTitanRateLimiter(redis, `test-${randomUUID()}`, logger);
    return createServiceTitanClient(workerConfig, http, rateLimiter, timeLimits);
  }

  function createSender(settings: Partial<WorkerConfig> = {}, limits?: ServiceTitanTimeLimits): DeliverySenderService {
    const effectiveConfig = { ...config, ...settings };
    const channel = new ServiceTitanChannel(
      createClient(effectiveConfig, limits),
      deliveries(),
      secretBox,
      effectiveConfig,
    );
    return makeDeliverySender(database.manager, [channel], { config: effectiveConfig });
  }

  function createNotesService(settings: Partial<WorkerConfig> = {}): ServiceTitanNotesService {
    const effectiveConfig = { ...config, ...settings };
    const { accounts } = database.repositories;
    return new ServiceTitanNotesService(createClient(effectiveConfig), accounts, secretBox, effectiveConfig);
  }

  function connect(tenant: FakeTenant, settings: Partial<AccountSettings> = {}): Promise<TestAccount> {
    return database.makeAccount({
      account: { serviceTitanTenant: tenant.id },
      settings: { serviceTitanClientId: tenant.clientId, ...settings },
      secrets: { serviceTitanClientSecret: tenant.clientSecret },
    });
  }

  async function planNote(account: TestAccount, call: Call): Promise<Delivery> {
    const settings = await database.repositories.accounts.findSettings(account.account.id);
    if (!settings) throw new Error('The account has no settings.');
    const plannedDeliveries = planDeliveries(
      {
        call,
        account: { serviceTitanTenant: account.account.serviceTitanTenant },
        settings,
        memberAlerts: [],
        analysis: { sentiment: 'negative', needsReview: false },
      },
      new DeliveryPolicyService(
        new ChannelRegistry([
          new ServiceTitanChannel(
            createServiceTitanClient(config, http, new ServiceTitanRateLimiter(redis, 'test', logger)),
            deliveries(),
            secretBox,
            config,
          ),
        ]),
        config,
      ),
    );
    await deliveries().plan(call, plannedDeliveries);
    return database.manager.findOneByOrFail(Delivery, {
      callId: call.id,
      runNumber: call.runNumber,
      channel: 'servicetitan',
    });
  }

  // Makes one attempt immediately.
  async function attempt(account: TestAccount, delivery: Delivery, sender = createSender()): Promise<Delivery> {
    const leaseToken = randomUUID();
    await database.query(
      `update deliveries set run_after = now(), lease_token = $2, lease_until = now() + interval '30 s' where id = $1`,
      [delivery.id, leaseToken],
    );
    await sender.send({ deliveryId: delivery.id, leaseToken });
    return database.manager.findOneByOrFail(Delivery, { id: delivery.id, accountId: account.account.id });
  }

  async function createNote(
    tenant: FakeTenant,
    call: Partial<Call> = {},
    settings: Partial<AccountSettings> = {},
  ): Promise<{ account: TestAccount; call: Call; delivery: Delivery }> {
    const account = await connect(tenant, settings);
    const completedCall = await database.makeCompletedCall(account.account.id, {
      call: { ...CALLER, ...call },
    });
    return { account, call: completedCall, delivery: await planNote(account, completedCall) };
  }

  const findConnection = (account: TestAccount): Promise<Connection | null> =>
    database.manager.findOneBy(Connection, { accountId: account.account.id, channel: 'servicetitan' });
  const createTenant = ({ jobs = [] as FakeTenant['jobs'], customers = [DANA] } = {}): FakeTenant => {
    const tenant = vendor.addTenant(String(Math.floor(Math.random() * 1e9) + 1));
    tenant.jobs.push(...jobs);
    tenant.customers.push(...customers);
    return tenant;
  };
  const listNoteDestinations = ({ notes }: FakeTenant): string[] => notes.map(({ parent }) => parent);
  const isNotePost = ({ method, path }: ServiceTitanRequest): boolean => method === 'POST' && path.endsWith('/notes');

  return {
    vendor,
    database,
    deliveries,
    createSender,
    createNotesService,
    connect,
    planNote,
    attempt,
    createNote,
    findConnection,
    createTenant,
    listNoteDestinations,
    isNotePost,
  };
}
