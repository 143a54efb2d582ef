import { randomUUID } from 'node:crypto';

import type { Redis } from 'ioredis';
import { Registry } from 'prom-client';

import type { AccountSettings } from '@ringwell/database/accounts/account-settings.entity';
import { UsersRepository } from '@ringwell/database/accounts/users.repository';
import type { Call } from '@ringwell/database/calls/call.entity';
import { CallsRepository } from '@ringwell/database/calls/calls.repository';
import { Connection } from '@ringwell/database/deliveries/connection.entity';
import { DeliveriesRepository } from '@ringwell/database/deliveries/deliveries.repository';
import { Delivery } from '@ringwell/database/deliveries/delivery.entity';
import { SEALED_FIELDS } from '@ringwell/database/sealed-fields';
import { loadConfig } from '@ringwell/platform/config/load-config';
import type { Config } from '@ringwell/platform/config/settings';
import { SecretBox } from '@ringwell/platform/crypto/secret-box';
import { createLogger } from '@ringwell/platform/logging/create-logger';
import { PipelineMetrics } from '@ringwell/platform/metrics/pipeline-metrics';
import { createRedis } from '@ringwell/platform/redis/create-redis';
import { BAD_BODIES, type ProviderReply } from '@ringwell/testing/fake-http-provider';
import {
  FakeServiceTitanServer,
  type FakeTenant,
  type ServiceTitanRequest,
} from '@ringwell/testing/fake-service-titan-server';
import { makeAccount, type TestAccount } from '@ringwell/testing/make-account';
import { makeCompletedCall } from '@ringwell/testing/make-completed-call';
import { createTestDatabase, type TestDatabase } from '@ringwell/testing/test-database';
import { testSettings } from '@ringwell/testing/test-settings';
import { TEST_KEY } from '@ringwell/testing/test-system';

import { createServiceTitanClient } from '../../../servicetitan/create-service-titan-client';
import { ServiceTitanHttp } from '../../../servicetitan/service-titan-http';
import { ServiceTitanRateLimiter } from '../../../servicetitan/service-titan-rate-limiter';
import { ChannelRegistry } from '../../channel-registry';
import { planDeliveries } from '../../delivery-plan';
import { DeliveryPolicyService } from '../../delivery-policy.service';
import { DeliverySenderService } from '../../delivery-sender.service';
import { ServiceTitanChannel } from './servicetitan.channel';

const DANA = { id: 815, name: 'Dana Whitfield', phone: '(555) 010-0142' };
const CALLER = { fromNumber: '+15550100142', direction: 'inbound', customerName: 'Dana Whitfield' } as const;

describe('notes in ServiceTitan', () => {
  const logger = createLogger({ service: 'test', level: 'fatal' });
  const secretBox = new SecretBox(TEST_KEY);
  const vendor = new FakeServiceTitanServer();
  const http = new ServiceTitanHttp();
  let redis: Redis;
  let database: TestDatabase;
  let deliveries: DeliveriesRepository;
  let config: Config;

  beforeAll(async () => {
    await vendor.start();
    database = await createTestDatabase();
    deliveries = new DeliveriesRepository(database.dataSource.manager);
    redis = createRedis({ url: testSettings().redisUrl, purpose: 'worker', logger });
    config = loadConfig({
      DATABASE_URL: database.url,
      REDIS_URL: testSettings().redisUrl,
      SECRETS_KEY: TEST_KEY,
      SESSION_KEY: TEST_KEY,
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
    await database.drop();
    await vendor.stop();
  });

  /** As a worker has it: with an empty cache of tokens. */
  function newSender(settings: Partial<Config> = {}): DeliverySenderService {
    const { manager } = database.dataSource;
    const used = { ...config, ...settings };
    const client = createServiceTitanClient(used, http, new ServiceTitanRateLimiter(redis, `test-${randomUUID()}`, logger), {
      writeMs: 1_000,
    });
    const registry = new ChannelRegistry([new ServiceTitanChannel(client, deliveries, secretBox, used)]);
    return new DeliverySenderService(
      deliveries,
      new CallsRepository(manager),
      new UsersRepository(manager),
      registry,
      new DeliveryPolicyService(registry, used),
      new PipelineMetrics(new Registry()),
      logger,
    );
  }

  async function connect(tenant: FakeTenant, settings: Partial<AccountSettings> = {}): Promise<TestAccount> {
    const account = await makeAccount(database.dataSource, {
      user: { serviceTitanTenant: tenant.id },
      settings: { serviceTitanClientId: tenant.clientId, ...settings },
    });
    await new UsersRepository(database.dataSource.manager).changeSettings(account.user.id, {
      sealedServiceTitanClientSecret: secretBox.seal(
        tenant.clientSecret,
        SEALED_FIELDS.serviceTitanClientSecret(account.user.id),
      ),
    });
    return account;
  }

  async function planNote(account: TestAccount, call: Call): Promise<Delivery> {
    const settings = await new UsersRepository(database.dataSource.manager).settings(account.user.id);
    if (!settings) throw new Error('An account has settings.');
    const planned = planDeliveries(
      { call, user: account.user, settings, sentiment: 'negative' },
      new DeliveryPolicyService(
        new ChannelRegistry([
          new ServiceTitanChannel(
            createServiceTitanClient(config, http, new ServiceTitanRateLimiter(redis, 'test', logger)),
            deliveries,
            secretBox,
            config,
          ),
        ]),
        config,
      ),
    );
    await deliveries.plan(call, planned);
    return database.dataSource.manager.findOneByOrFail(Delivery, {
      callId: call.id,
      runNumber: call.runNumber,
      channel: 'servicetitan',
    });
  }

  /** One try, as soon as the schedule allows it. */
  async function attempt(account: TestAccount, delivery: Delivery, sender = newSender()): Promise<Delivery> {
    const { dataSource } = database;
    const leaseToken = randomUUID();
    await dataSource.query(
      `update deliveries set run_after = now(), lease_token = $2, lease_until = now() + interval '30 s' where id = $1`,
      [delivery.id, leaseToken],
    );
    await sender.send({ deliveryId: delivery.id, leaseToken });
    return dataSource.manager.findOneByOrFail(Delivery, { id: delivery.id, userId: account.user.id });
  }

  async function aNote(
    tenant: FakeTenant,
    call: Partial<Call> = {},
    settings: Partial<AccountSettings> = {},
  ): Promise<{ account: TestAccount; call: Call; delivery: Delivery }> {
    const account = await connect(tenant, settings);
    const made = await makeCompletedCall(database.dataSource, account.user.id, { call: { ...CALLER, ...call } });
    return { account, call: made, delivery: await planNote(account, made) };
  }

  const connectionOf = (account: TestAccount): Promise<Connection | null> =>
    database.dataSource.manager.findOneBy(Connection, { userId: account.user.id, channel: 'servicetitan' });
  const tenantWith = ({ jobs = [] as FakeTenant['jobs'], customers = [DANA] } = {}): FakeTenant => {
    const tenant = vendor.addTenant(String(Math.floor(Math.random() * 1e9) + 1));
    tenant.jobs.push(...jobs);
    tenant.customers.push(...customers);
    return tenant;
  };
  const placesOf = ({ notes }: FakeTenant): string[] => notes.map(({ place }) => place);
  const isNotePost = ({ method, path }: ServiceTitanRequest): boolean => method === 'POST' && path.endsWith('/notes');

  it("are written to the job of the call, with the tenant's token and the app's key", async () => {
    const tenant = tenantWith({ jobs: [{ id: 4711, customerId: DANA.id }] });
    const { account, call, delivery } = await aNote(tenant, { jobId: '4711' });
    expect(await attempt(account, delivery)).toMatchObject({ state: 'sent', attempts: 1, providerRef: 'job:4711' });
    expect(tenant.notes).toEqual([
      expect.objectContaining({
        place: 'jobs/4711',
        text: expect.stringContaining(`[Ringwell call ${call.id} run 1]`) as string,
      }),
    ]);
    expect(tenant.notes[0]?.text).toContain(`Call: https://calls.example.com/calls/${call.id}\n`);
    expect(await connectionOf(account)).toMatchObject({ errorCode: null, lastSuccessAt: expect.any(Date) as Date });
  });

  describe('find the job or the customer', () => {
    const jobs = [
      { id: 11, customerId: DANA.id, createdOn: '2026-01-01T00:00:00Z' },
      { id: 12, customerId: DANA.id, createdOn: '2026-03-01T00:00:00Z' },
    ];
    const twins = [DANA, { id: 816, name: 'Sam Whitfield', phone: '+1 555 010 0142' }];
    it.each<
      [
        string,
        {
          target?: AccountSettings['noteTarget'];
          call?: Partial<Call>;
          jobs?: FakeTenant['jobs'];
          customers?: FakeTenant['customers'];
          booked?: number;
          customerOfCall?: boolean;
        },
        string | null,
      ]
    >([
      ['by the job that came with the call', { call: { jobId: '11' }, jobs }, 'jobs/11'],
      ['by the job that ServiceTitan knows of the call', { call: { leadCallId: '500' }, jobs, booked: 11 }, 'jobs/11'],
      ["by the call's customer: the job made last", { call: { customerId: '815' }, jobs }, 'jobs/12'],
      [
        'by the customer that ServiceTitan knows of the call',
        { call: { leadCallId: '500', fromNumber: null }, jobs, customerOfCall: true },
        'jobs/12',
      ],
      ['by the number, however it is written', { call: {}, jobs }, 'jobs/12'],
      [
        'by the number that was called',
        { call: { direction: 'outbound', fromNumber: '+15550100100', toNumber: '001 555 0100142' }, jobs },
        'jobs/12',
      ],
      ['by the customer without a job', { call: {} }, 'customers/815'],
      ['by the customer when notes go there', { target: 'customer', call: { jobId: '11' }, jobs }, 'customers/815'],
      [
        'past a job that ServiceTitan does not know',
        { call: { jobId: '999', leadCallId: '998', customerId: '997' }, jobs },
        'jobs/12',
      ],
      ['past a job of the call that is gone', { call: { leadCallId: '500' }, jobs, booked: 999 }, 'jobs/12'],
      [
        'past ids that are none',
        { call: { jobId: '../customers/1', leadCallId: 'CA12f', customerId: '0' }, jobs },
        'jobs/12',
      ],
      [
        'by the name when several have the number',
        { call: { customerName: 'sam  whitfield' }, customers: twins },
        'customers/816',
      ],
      ['not when several have the number and none the name', { call: { customerName: 'Kim' }, customers: twins }, null],
      ['not without a job where notes go to jobs only', { target: 'job' }, null],
      ['not by a number that nobody has', { call: { fromNumber: '+15550109999' } }, null],
      ['not by half a number', { call: { fromNumber: '0142' } }, null],
      ['not without anything', { call: { fromNumber: null, customerName: null } }, null],
    ])('%s', async (_name, { target = 'job_then_customer', call = {}, booked, customerOfCall, ...has }, place) => {
      const tenant = tenantWith(has);
      tenant.calls.set(500, { jobId: booked, customer: customerOfCall ? DANA : undefined });
      const { account, delivery } = await aNote(tenant, call, { noteTarget: target });
      const tried = await attempt(account, delivery);
      expect(placesOf(tenant)).toEqual(place ? [place] : []);
      expect(tried.state).toBe(place ? 'sent' : 'suppressed');
    });

    it('and say so on the message alone when there is none; it can be sent again once there is', async () => {
      const tenant = tenantWith({ customers: [] });
      const { account, delivery } = await aNote(tenant);
      expect(await attempt(account, delivery)).toMatchObject({
        state: 'suppressed',
        errorCode: 'SERVICETITAN_UNMATCHED',
        errorMessage: expect.stringMatching(/^No job or customer in ServiceTitan/) as string,
      });
      expect(await connectionOf(account)).toBeNull();
      tenant.customers.push(DANA);
      expect(await deliveries.resend(account.user.id, delivery.id)).toBe(true);
      expect(await attempt(account, delivery)).toMatchObject({
        state: 'sent',
        providerRef: expect.stringMatching(/^customer:815\/note:\d+$/) as string,
      });
    });
  });

  describe('are never written twice', () => {
    it.each<[string, ProviderReply]>([
      ['no answer comes', 'hang'],
      ['the connection breaks', 'break'],
      ['the answer is an error of the far side', { status: 504, body: {} }],
    ])('when %s after ServiceTitan has taken the note', async (_name, reply) => {
      const tenant = tenantWith();
      const { account, delivery } = await aNote(tenant);
      vendor.fault = (request) => {
        if (!isNotePost(request)) return undefined;
        vendor.serve(request);
        return reply;
      };
      expect(await attempt(account, delivery)).toMatchObject({
        state: 'unknown',
        errorCode: 'SERVICETITAN_UNCONFIRMED',
      });
      expect(await attempt(account, delivery)).toMatchObject({ state: 'sent', attempts: 2 });
      expect(tenant.notes).toHaveLength(1);
    });

    it('when the worker died after ServiceTitan has taken the note', async () => {
      const tenant = tenantWith({ jobs: [{ id: 5, customerId: DANA.id }] });
      const { account, delivery } = await aNote(tenant);
      expect(await attempt(account, delivery)).toMatchObject({ state: 'sent' });
      // As the reaper leaves it: the place was committed before the note left, what came of it was not.
      await database.dataSource.query(
        `update deliveries set state = 'unknown', uncertain_tries = 1, sent_at = null where id = $1`,
        [delivery.id],
      );
      tenant.jobs.push({ id: 6, customerId: DANA.id, createdOn: new Date().toISOString() }); // the best place is another one by now
      expect(await attempt(account, delivery)).toMatchObject({ state: 'sent', attempts: 2 });
      expect(placesOf(tenant)).toEqual(['jobs/5']);
    });

    it('when somebody sends one again that has arrived, even among many notes', async () => {
      const tenant = tenantWith({ jobs: [{ id: 5, customerId: DANA.id }] });
      const { account, delivery } = await aNote(tenant);
      tenant.notes.push(
        ...Array.from({ length: 700 }, (_, id) => ({
          place: 'jobs/5',
          id,
          text: `[Ringwell call ${randomUUID()} run 1]`,
          createdOn: '2020-01-01T00:00:00Z',
        })),
      );
      await attempt(account, delivery);
      expect(await deliveries.resend(account.user.id, delivery.id)).toBe(true);
      expect(await attempt(account, delivery)).toMatchObject({ state: 'sent', attempts: 2 });
      expect(tenant.notes).toHaveLength(701);
    });

    it('but again when the earlier one is not there: looked for three times first, as it may come late', async () => {
      const tenant = tenantWith();
      const { account, delivery } = await aNote(tenant);
      vendor.fault = (request) => (isNotePost(request) ? 'break' : undefined); // it was never taken
      expect(await attempt(account, delivery)).toMatchObject({ state: 'unknown', uncertainTries: 1 });
      vendor.fault = () => undefined;
      expect(await attempt(account, delivery)).toMatchObject({
        state: 'unknown',
        uncertainTries: 2,
        errorCode: 'SERVICETITAN_UNCONFIRMED',
      });
      expect(await attempt(account, delivery)).toMatchObject({ state: 'unknown', uncertainTries: 3 });
      expect(tenant.notes).toHaveLength(0);
      expect(await attempt(account, delivery)).toMatchObject({ state: 'sent', attempts: 4 });
      expect(tenant.notes).toHaveLength(1);
    });

    it('when looking for it fails at first', async () => {
      const tenant = tenantWith();
      const { account, delivery } = await aNote(tenant);
      vendor.fault = (request) => (isNotePost(request) ? (vendor.serve(request), 'break') : undefined);
      await attempt(account, delivery);
      vendor.fault = ({ path }) => (path.endsWith('/notes') ? { status: 500, body: {} } : undefined);
      expect(await attempt(account, delivery)).toMatchObject({ state: 'retry', errorCode: 'SERVICETITAN_UNAVAILABLE' });
      vendor.fault = () => undefined;
      expect(await attempt(account, delivery)).toMatchObject({ state: 'sent' });
      expect(tenant.notes).toHaveLength(1);
    });

    it.each<readonly [string, ProviderReply]>([['is no JSON', { body: '<html>' }], ...BAD_BODIES])(
      'and count as written when the body of a successful response %s',
      async (_what, reply) => {
        const tenant = tenantWith();
        const { account, delivery } = await aNote(tenant);
        vendor.fault = (request) => (isNotePost(request) ? (vendor.serve(request), reply) : undefined);
        expect(await attempt(account, delivery)).toMatchObject({ state: 'sent', providerRef: 'customer:815' });
      },
    );
  });

  it('of a call that was processed again are new ones', async () => {
    const tenant = tenantWith();
    const { account, call, delivery } = await aNote(tenant);
    await attempt(account, delivery);
    await database.dataSource.query(`update calls set run_number = 2 where id = $1`, [call.id]);
    expect(await attempt(account, await planNote(account, { ...call, runNumber: 2 }))).toMatchObject({ state: 'sent' });
    expect(tenant.notes.map(({ text }) => text.includes('replaces the earlier one'))).toEqual([false, true]);
  });

  it('go to another place when theirs is removed at the last moment', async () => {
    const tenant = tenantWith({ jobs: [{ id: 5, customerId: DANA.id }] });
    const { account, delivery } = await aNote(tenant);
    vendor.fault = (request) => {
      if (isNotePost(request)) tenant.jobs.length = 0;
      return undefined;
    };
    expect(await attempt(account, delivery)).toMatchObject({ state: 'retry', errorCode: 'SERVICETITAN_PLACE_GONE' });
    expect(await attempt(account, delivery)).toMatchObject({ state: 'sent' });
    expect(placesOf(tenant)).toEqual(['customers/815']);
  });

  describe('that ServiceTitan does not take', () => {
    const html = '<html>Bad gateway</html>';
    it.each<[string, ProviderReply, 'connect/token' | 'customers' | 'notes', { state: string; errorCode: string }]>([
      [
        'client id and secret are wrong',
        { status: 401, body: {} },
        'connect/token',
        { state: 'failed', errorCode: 'SERVICETITAN_CREDENTIALS' },
      ],
      [
        'the sign-in fails',
        { status: 503, body: html },
        'connect/token',
        { state: 'retry', errorCode: 'SERVICETITAN_UNAVAILABLE' },
      ],
      [
        'the sign-in answers garbage',
        { body: html },
        'connect/token',
        { state: 'retry', errorCode: 'SERVICETITAN_GARBAGE' },
      ],
      [
        'the sign-in is limited',
        { status: 429, body: {}, headers: { 'retry-after': '9' } },
        'connect/token',
        { state: 'retry', errorCode: 'SERVICETITAN_RATE_LIMITED' },
      ],
      [
        'every token is refused',
        { status: 401, body: {} },
        'customers',
        { state: 'failed', errorCode: 'SERVICETITAN_UNAUTHORIZED' },
      ],
      [
        'a permission is missing',
        { status: 403, body: {} },
        'notes',
        { state: 'failed', errorCode: 'SERVICETITAN_FORBIDDEN' },
      ],
      [
        'the note is refused',
        { status: 400, body: { errors: { text: ['no'] } } },
        'notes',
        { state: 'failed', errorCode: 'SERVICETITAN_REFUSED' },
      ],
      [
        'it leads elsewhere',
        { status: 302, body: '', headers: { location: 'http://127.0.0.1:9/' } },
        'notes',
        { state: 'failed', errorCode: 'SERVICETITAN_REDIRECT' },
      ],
      [
        'there are too many requests',
        { status: 429, body: {}, headers: { 'retry-after': '70' } },
        'notes',
        { state: 'retry', errorCode: 'SERVICETITAN_RATE_LIMITED' },
      ],
      [
        'it is in conflict',
        { status: 409, body: {} },
        'notes',
        { state: 'retry', errorCode: 'SERVICETITAN_UNAVAILABLE' },
      ],
      [
        'it fails while it is read',
        { status: 500, body: html },
        'customers',
        { state: 'retry', errorCode: 'SERVICETITAN_UNAVAILABLE' },
      ],
      ['it answers garbage', { body: html }, 'customers', { state: 'retry', errorCode: 'SERVICETITAN_GARBAGE' }],
      [
        'it answers something else',
        { body: { data: 'none' } },
        'customers',
        { state: 'retry', errorCode: 'SERVICETITAN_GARBAGE' },
      ],
      [
        'it breaks off while it is read',
        'break',
        'customers',
        { state: 'retry', errorCode: 'SERVICETITAN_UNREACHABLE' },
      ],
    ])('because %s end so', async (_name, reply, where, expected) => {
      const tenant = tenantWith();
      const { account, delivery } = await aNote(tenant);
      vendor.fault = ({ path }) => (path.endsWith(where) ? reply : undefined);
      const tried = await attempt(account, delivery);
      expect(tried).toMatchObject(expected);
      expect(tried.errorMessage).toMatch(/^ServiceTitan .*\.$/);
      expect(tried.errorMessage).not.toContain(tenant.clientSecret);
      expect(tenant.notes).toEqual([]);
      expect(await connectionOf(account)).toMatchObject({
        errorCode: expected.errorCode,
        isPermanent: expected.state === 'failed',
      });
    });

    it.each([
      ['seconds', () => '70'],
      ['a date', () => new Date(Date.now() + 70_000).toUTCString()],
    ])('wait as long as it asks for, in %s', async (_kind, retryAfter) => {
      const { account, delivery } = await aNote(tenantWith());
      vendor.fault = (request) =>
        isNotePost(request) ? { status: 429, body: {}, headers: { 'retry-after': retryAfter() } } : undefined;
      const tried = await attempt(account, delivery);
      expect(tried.runAfter.getTime() - tried.updatedAt.getTime()).toBeGreaterThan(55_000);
    });

    it('and say so when nothing listens there', async () => {
      const { account, delivery } = await aNote(tenantWith(), {}, { serviceTitanEnvironment: 'integration' });
      expect(await attempt(account, delivery)).toMatchObject({ state: 'retry', errorCode: 'SERVICETITAN_UNREACHABLE' });
    });

    it.each<[string, (account: TestAccount) => Promise<unknown>, string]>([
      [
        'the secret was removed',
        (account) =>
          database.dataSource.query(
            'update account_settings set sealed_service_titan_client_secret = null where user_id = $1',
            [account.user.id],
          ),
        'SERVICETITAN_NOT_CONNECTED',
      ],
      [
        'the tenant is no number',
        (account) =>
          database.dataSource.query(`update users set service_titan_tenant = '1/../2' where id = $1`, [
            account.user.id,
          ]),
        'SERVICETITAN_TENANT_INVALID',
      ],
    ])('because %s never leave', async (_name, change, errorCode) => {
      const { account, delivery } = await aNote(tenantWith());
      await change(account);
      expect(await attempt(account, delivery)).toMatchObject({
        state: 'failed',
        errorCode,
        errorMessage: expect.stringContaining('Settings, Connections') as string,
      });
      expect(vendor.requests).toEqual([]);
    });

    it('wait for the operator without an app key', async () => {
      const { account, delivery } = await aNote(tenantWith());
      expect(await attempt(account, delivery, newSender({ SERVICETITAN_APP_KEY: undefined }))).toMatchObject({
        state: 'suppressed',
        errorCode: 'SERVICETITAN_UNAVAILABLE',
      });
    });
  });

  describe('share a token', () => {
    it('that is asked for once, however many wait for it', async () => {
      const tenant = tenantWith();
      const notes = await Promise.all(Array.from({ length: 4 }, () => aNote(tenant)));
      const sender = newSender();
      await Promise.all(notes.map(({ account, delivery }) => attempt(account, delivery, sender)));
      expect(tenant.notes).toHaveLength(4);
      expect(vendor.asked('POST connect/token')).toHaveLength(1);
    });

    it('until a minute before its end', async () => {
      const tenant = tenantWith();
      vendor.tokenSeconds = 60;
      const { account, delivery } = await aNote(tenant);
      await attempt(account, delivery);
      expect(vendor.asked('POST connect/token').length).toBeGreaterThan(1);
    });

    it('or get a new one when it was taken back', async () => {
      const tenant = tenantWith();
      const [first, second] = [await aNote(tenant), await aNote(tenant)];
      const sender = newSender();
      await attempt(first.account, first.delivery, sender);
      vendor.tokens.clear();
      expect(await attempt(second.account, second.delivery, sender)).toMatchObject({ state: 'sent', attempts: 1 });
      expect(vendor.asked('POST connect/token')).toHaveLength(2);
    });
  });

  describe('are tested without writing one', () => {
    async function test(tenant: FakeTenant, settings: Partial<AccountSettings> = {}): Promise<Delivery> {
      const account = await connect(tenant, settings);
      const [id] = await deliveries.planTests(account.user.id, [
        { channel: 'servicetitan', destination: `Tenant ${tenant.id}`, destinationHash: 'hash' },
      ]);
      return attempt(account, await database.dataSource.manager.findOneByOrFail(Delivery, { id }));
    }

    it('and go well when everything may be read', async () => {
      const tenant = tenantWith();
      expect(await test(tenant, { serviceTitanPollingEnabled: true })).toMatchObject({ state: 'sent' });
      expect(tenant.notes).toEqual([]);
    });

    it('and name every permission that is missing; that for calls only where they are fetched', async () => {
      const tenant = tenantWith();
      tenant.forbidden.add('jpm').add('telecom');
      expect(await test(tenant)).toMatchObject({
        state: 'failed',
        errorCode: 'SERVICETITAN_FORBIDDEN',
        errorMessage: expect.stringMatching(/access to Jobs \(read and write\)\. /) as string,
      });
      expect(await test(tenant, { serviceTitanPollingEnabled: true })).toMatchObject({
        errorMessage: expect.stringContaining('Jobs (read and write), Calls (read).') as string,
      });
    });

    it('and say when the keys are wrong', async () => {
      const tenant = tenantWith();
      vendor.fault = ({ path }) =>
        path === 'connect/token' ? { status: 400, body: { error: 'invalid_client' } } : undefined;
      expect(await test(tenant)).toMatchObject({ state: 'failed', errorCode: 'SERVICETITAN_CREDENTIALS' });
    });
  });
});
