import type { AccountSettings } from '@ringwell/database/accounts/settings/account-settings.entity';
import { Delivery } from '@ringwell/database/deliveries/delivery.entity';
import type { ProviderReply } from '@ringwell/testing/fake-http-provider';
import type { FakeTenant } from '@ringwell/testing/fake-service-titan-server';
import type { TestAccount } from '@ringwell/testing/make-account';

import { useServiceTitanNotes } from '../../testing/use-service-titan-notes';

describe('ServiceTitanChannel: errors, tokens and connection test', () => {
  const {
    vendor,
    database,
    deliveries,
    createSender,
    connect,
    attempt,
    createNote,
    findConnection,
    createTenant,
    isNotePost,
  } = useServiceTitanNotes();

  describe('ServiceTitan errors', () => {
    const html = '<html>Bad gateway</html>';
    it.each<[string, ProviderReply, 'connect/token' | 'customers' | 'notes', { state: string; errorCode: string }]>([
      [
        'the client ID and secret are wrong',
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
        'the sign-in returns HTML',
        { body: html },
        'connect/token',
        { state: 'retry', errorCode: 'SERVICETITAN_GARBAGE' },
      ],
      [
        'the sign-in is rate-limited',
        { status: 429, body: {}, headers: { 'retry-after': '9' } },
        'connect/token',
        { state: 'retry', errorCode: 'SERVICETITAN_RATE_LIMITED' },
      ],
      [
        'every token is rejected',
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
        'the note is rejected',
        { status: 400, body: { errors: { text: ['no'] } } },
        'notes',
        { state: 'failed', errorCode: 'SERVICETITAN_REFUSED' },
      ],
      [
        'ServiceTitan redirects',
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
        'ServiceTitan reports a conflict',
        { status: 409, body: {} },
        'notes',
        { state: 'retry', errorCode: 'SERVICETITAN_UNAVAILABLE' },
      ],
      [
        'a read fails',
        { status: 500, body: html },
        'customers',
        { state: 'retry', errorCode: 'SERVICETITAN_UNAVAILABLE' },
      ],
      ['a read returns HTML', { body: html }, 'customers', { state: 'retry', errorCode: 'SERVICETITAN_GARBAGE' }],
      [
        'a read returns unexpected JSON',
        { body: { data: 'none' } },
        'customers',
        { state: 'retry', errorCode: 'SERVICETITAN_GARBAGE' },
      ],
      [
        'the connection breaks during a read',
        'break',
        'customers',
        { state: 'retry', errorCode: 'SERVICETITAN_UNREACHABLE' },
      ],
    ])('maps the failure when %s', async (_name, reply, requestPath, expected) => {
      const tenant = createTenant();
      const { account, delivery } = await createNote(tenant);
      vendor.fault = ({ path }) => (path.endsWith(requestPath) ? reply : undefined);
      const result = await attempt(account, delivery);
      expect(result).toMatchObject(expected);
      expect(result.errorMessage).toMatch(/^ServiceTitan .*\.$/);
      expect(result.errorMessage).not.toContain(tenant.clientSecret);
      expect(tenant.notes).toEqual([]);
      expect(await findConnection(account)).toMatchObject({
        errorCode: expected.errorCode,
        isPermanent: expected.state === 'failed',
      });
    });

    it.each([
      ['seconds', () => '70'],
      ['a date', () => new Date(Date.now() + 70_000).toUTCString()],
    ])('waits for a Retry-After in %s', async (_kind, retryAfter) => {
      const { account, delivery } = await createNote(createTenant());
      vendor.fault = (request) =>
        isNotePost(request) ? { status: 429, body: {}, headers: { 'retry-after': retryAfter() } } : undefined;
      const result = await attempt(account, delivery);
      expect(result.runAfter.getTime() - result.updatedAt.getTime()).toBeGreaterThan(55_000);
    });

    it('shows that calls cannot be read until a connection test succeeds, whether notes succeed or not', async () => {
      const tenant = createTenant();
      const { account, delivery } = await createNote(tenant);
      const { destination, destinationHash, accountId } = delivery;
      const key = { accountId, channel: 'servicetitan' as const, destination, destinationHash };
      await database.repositories.connections.recordPermanentFailure(key, {
        code: 'SERVICETITAN_POLLING',
        message: "New calls aren't being fetched.",
      });
      vendor.fault = (request) => (isNotePost(request) ? { status: 400, body: {} } : undefined);
      expect(await attempt(account, delivery)).toMatchObject({ state: 'failed' });
      vendor.fault = () => undefined;
      await deliveries().resend(accountId, delivery.id);
      expect(await attempt(account, delivery)).toMatchObject({ state: 'sent' });
      const lastSuccessAt = expect.any(Date) as Date;
      expect(await findConnection(account)).toMatchObject({
        errorCode: 'SERVICETITAN_POLLING',
        isPermanent: true,
        lastSuccessAt,
      });
      const [id] = await deliveries().planMessages(accountId, [key]);
      await attempt(account, await database.manager.findOneByOrFail(Delivery, { id }));
      expect(await findConnection(account)).toMatchObject({ errorCode: null, isPermanent: false });
    });

    it('retries when ServiceTitan refuses connections', async () => {
      const { account, delivery } = await createNote(createTenant(), {}, { serviceTitanEnvironment: 'integration' });
      expect(await attempt(account, delivery)).toMatchObject({ state: 'retry', errorCode: 'SERVICETITAN_UNREACHABLE' });
    });

    it.each<[string, (account: TestAccount) => Promise<unknown>, string]>([
      [
        'the secret was removed',
        (account) =>
          database.query(
            'update account_settings set sealed_service_titan_client_secret = null where account_id = $1',
            [account.account.id],
          ),
        'SERVICETITAN_NOT_CONNECTED',
      ],
      [
        'the tenant is not a number',
        (account) =>
          database.query(`update accounts set service_titan_tenant = '1/../2' where id = $1`, [account.account.id]),
        'SERVICETITAN_TENANT_INVALID',
      ],
    ])('fails before making a request when %s', async (_name, change, errorCode) => {
      const { account, delivery } = await createNote(createTenant());
      await change(account);
      expect(await attempt(account, delivery)).toMatchObject({
        state: 'failed',
        errorCode,
        errorMessage: expect.stringContaining('in Settings under Connections') as string,
      });
      expect(vendor.requests).toEqual([]);
    });

    it('suppresses notes without an app key', async () => {
      const { account, delivery } = await createNote(createTenant());
      expect(await attempt(account, delivery, createSender({ SERVICETITAN_APP_KEY: undefined }))).toMatchObject({
        state: 'suppressed',
        errorCode: 'SERVICETITAN_UNAVAILABLE',
      });
    });
  });

  describe('access tokens', () => {
    it('are requested once for concurrent notes', async () => {
      const tenant = createTenant();
      const notes = await Promise.all(Array.from({ length: 4 }, () => createNote(tenant)));
      const sender = createSender();
      await Promise.all(notes.map(({ account, delivery }) => attempt(account, delivery, sender)));
      expect(tenant.notes).toHaveLength(4);
      expect(vendor.requestsTo('POST connect/token')).toHaveLength(1);
    });

    it('are renewed a minute before they expire', async () => {
      const tenant = createTenant();
      vendor.tokenSeconds = 60;
      const { account, delivery } = await createNote(tenant);
      await attempt(account, delivery);
      expect(vendor.requestsTo('POST connect/token').length).toBeGreaterThan(1);
    });

    it('are renewed after being revoked', async () => {
      const tenant = createTenant();
      const [first, second] = [await createNote(tenant), await createNote(tenant)];
      const sender = createSender();
      await attempt(first.account, first.delivery, sender);
      vendor.tokens.clear();
      expect(await attempt(second.account, second.delivery, sender)).toMatchObject({ state: 'sent', attempts: 1 });
      expect(vendor.requestsTo('POST connect/token')).toHaveLength(2);
    });
  });

  describe('connection test', () => {
    async function testConnection(tenant: FakeTenant, settings: Partial<AccountSettings> = {}): Promise<Delivery> {
      const account = await connect(tenant, settings);
      const [id] = await deliveries().planMessages(account.account.id, [
        { channel: 'servicetitan', destination: `Tenant ${tenant.id}`, destinationHash: 'hash' },
      ]);
      return attempt(account, await database.manager.findOneByOrFail(Delivery, { id }));
    }

    it('succeeds without writing a note when all permissions are granted', async () => {
      const tenant = createTenant();
      expect(await testConnection(tenant, { serviceTitanPollingEnabled: true })).toMatchObject({ state: 'sent' });
      expect(tenant.notes).toEqual([]);
    });

    it('names every missing permission, but only includes access to calls if the account fetches them', async () => {
      const tenant = createTenant();
      tenant.forbiddenModules.add('jpm').add('telecom');
      expect(await testConnection(tenant)).toMatchObject({
        state: 'failed',
        errorCode: 'SERVICETITAN_FORBIDDEN',
        errorMessage: expect.stringMatching(/access to Jobs \(read and write\)\. /) as string,
      });
      expect(await testConnection(tenant, { serviceTitanPollingEnabled: true })).toMatchObject({
        errorMessage: expect.stringContaining('Jobs (read and write), Calls (read).') as string,
      });
    });

    it('fails when the credentials are wrong', async () => {
      const tenant = createTenant();
      vendor.fault = ({ path }) =>
        path === 'connect/token' ? { status: 400, body: { error: 'invalid_client' } } : undefined;
      expect(await testConnection(tenant)).toMatchObject({ state: 'failed', errorCode: 'SERVICETITAN_CREDENTIALS' });
    });
  });
});
