import type { Account } from '@ringwell/database/accounts/account.entity';
import { ActivityLog } from '@ringwell/database/accounts/security/activity-log.entity';
import type { User } from '@ringwell/database/accounts/user.entity';
import { PROFILE_SETTINGS, SETTINGS } from '@ringwell/domain/settings/settings';
import type { TestAccount } from '@ringwell/testing/make-account';
import { SessionClient } from '@ringwell/testing/session-client';
import { useTestApi } from '@ringwell/testing/start-api';

import type { SettingsDto } from './dto/settings.dto';

const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000';

describe("An account's settings and profile", () => {
  const { api, database } = useTestApi();
  let user: User;
  let token: string;
  let client: SessionClient;
  let account: Account;
  let admin: TestAccount;
  let adminClient: SessionClient;

  beforeEach(async () => {
    ({ user, account, token } = await database.makeAccount({
      user: { firstName: 'Dana', lastName: 'Reyes' },
      account: { company: 'Reyes HVAC', serviceTitanTenant: '4711' },
      settings: { monthlyMinuteLimit: 77 },
    }));
    admin = await database.makeAccount({ user: { role: 'admin' } });
    client = await api.signIn(user);
    adminClient = await api.signIn(admin.user);
  });

  const fetchWithToken = async (
    path: string,
    bearer: string,
    init: RequestInit = {},
  ): Promise<{ status: number; body: Record<string, unknown> }> => {
    const response = await fetch(`${api.url}${path}`, {
      ...init,
      headers: { authorization: `Bearer ${bearer}`, ...init.headers },
    });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  };
  const impersonate = async (): Promise<void> => {
    expect((await adminClient.post(`/api/admin/impersonate/${user.id}`)).status).toBeLessThan(300);
  };

  describe('GET /api/account/settings', () => {
    it('returns the settings of the account that the token or session belongs to', async () => {
      const { status, body } = await fetchWithToken('/api/account/settings', token);
      expect({ status, body }).toMatchObject({
        status: 200,
        body: { userId: account.id, monthlyMinuteLimit: 77, serviceTitanTenant: '4711' },
      });
      expect((await client.get('/api/account/settings')).body).toEqual(body);
      expect((await adminClient.get('/api/account/settings')).body).toMatchObject({
        userId: admin.account.id,
        monthlyMinuteLimit: 1_000,
      });
    });

    it('rejects requests without a valid token', async () => {
      expect((await fetch(`${api.url}/api/account/settings`)).status).toBe(401);
      expect((await fetchWithToken('/api/account/settings', 'rw_wrong')).status).toBe(401);
      expect((await fetchWithToken('/api/my/settings', token)).status).toBe(401);
    });
  });

  describe('/api/account/settings/admin/{userId}', () => {
    it('reads and changes any account, and records the administrator and the account in the activity log', async () => {
      const path = `/api/account/settings/admin/${user.id}`;
      expect((await adminClient.get<SettingsDto>(path)).body).toMatchObject({
        userId: account.id,
        monthlyMinuteLimit: 77,
      });
      const changes = { maxConcurrentWorkflows: 100, addOns: ['teams', 'slack'], slackEnabled: true };
      expect(await adminClient.put(path, changes)).toMatchObject({
        status: 200,
        body: { ...changes, userId: account.id, monthlyMinuteLimit: 77 },
      });
      expect((await client.get('/api/my/settings')).body).toMatchObject(changes);
      expect(await database.manager.findOneByOrFail(ActivityLog, { userId: admin.user.id })).toMatchObject({
        action: 'Settings updated',
        description: expect.stringContaining('calls processed at once') as string,
        accountId: account.id,
        metadata: { fields: expect.arrayContaining(Object.keys(changes)) as string[] },
      });
    });

    it('adds and removes list entries in any account, and sets the labels of an address', async () => {
      const path = `/api/account/settings/admin/${user.id}`;
      await client.put('/api/my/settings', { emailAddress: ['a@x.com', 'b@x.com'], vocabulary: ['Trane'] });
      await adminClient.patch(`${path}/email-addresses`, { add: ['c@x.com'], remove: ['a@x.com'] });
      await adminClient.patch(`${path}/vocabulary`, { add: ['Lennox'] });
      const labels = { address: 'c@x.com', labels: ['negative'] };
      expect(await adminClient.put(`${path}/email-labels`, labels)).toMatchObject({
        status: 200,
        body: {
          emailAddress: ['b@x.com', 'c@x.com'],
          vocabulary: ['Lennox', 'Trane'],
          emailLabels: { 'c@x.com': ['negative'] },
        },
      });
      expect(await database.manager.findBy(ActivityLog, { userId: admin.user.id })).toMatchObject(
        ['emailAddress', 'vocabulary', 'emailLabels'].map((field) => ({
          accountId: account.id,
          metadata: { fields: [field] },
        })),
      );
      expect(await adminClient.put(`${path}/email-labels`, { ...labels, address: 'a@x.com' })).toMatchObject({
        status: 400,
        body: { errors: [{ field: 'address' }] },
      });
      const unknownPath = `/api/account/settings/admin/${UNKNOWN_ID}/email-addresses`;
      expect((await adminClient.patch(unknownPath, { add: ['c@x.com'] })).status).toBe(404);
      expect((await client.patch(`${path}/email-addresses`, { add: ['d@x.com'] })).status).toBe(403);
    });

    it.each([
      [{ maxConcurrentWorkflows: 101 }, 'maxConcurrentWorkflows'],
      [{ addOns: ['sms'] }, 'addOns'],
      [{ addOns: ['slack', 'slack'] }, 'addOns'],
      [{ addOns: 'slack' }, 'addOns'],
      [{ addOns: null }, 'addOns'],
      [{ inboundMinCallTime: '12' }, 'inboundMinCallTime'],
      [{ stripeSubscriptionId: 'sub_1' }, 'stripeSubscriptionId'],
    ])('rejects %j', async (changes, field) => {
      expect(await adminClient.put(`/api/account/settings/admin/${user.id}`, changes)).toMatchObject({
        status: 400,
        body: { errors: [{ field }] },
      });
    });

    it.each([UNKNOWN_ID, 'nobody', '%00', '1 or 1=1'])('returns 404 for the account %s', async (id) => {
      const path = `/api/account/settings/admin/${encodeURIComponent(id)}`;
      const notFound = { status: 404, body: { code: 'USER_NOT_FOUND' } };
      expect(await adminClient.get(path)).toMatchObject(notFound);
      expect(await adminClient.put(path, { active: false })).toMatchObject(notFound);
    });

    it("is only open to administrators who aren't impersonating", async () => {
      const path = `/api/account/settings/admin/${user.id}`;
      for (const method of ['GET', 'PUT']) {
        const body = method === 'PUT' ? { active: false } : undefined;
        expect((await client.send(method, path, body)).status).toBe(403);
        expect((await new SessionClient(api.url, '').send(method, path, body)).status).toBe(401);
        expect((await fetchWithToken(path, admin.token, { method })).status).toBe(401);
      }
      await impersonate();
      expect((await adminClient.put(path, { active: false })).status).toBe(403);
      expect((await client.get('/api/my/settings')).body).toMatchObject({ active: true });
    });
  });

  it('reads and changes the impersonated account, and records the administrator in the activity log', async () => {
    await impersonate();
    expect((await adminClient.get('/api/my/settings')).body).toMatchObject({
      userId: account.id,
      monthlyMinuteLimit: 77,
    });
    expect((await adminClient.get('/api/account/settings')).body).toMatchObject({ userId: account.id });
    expect(await adminClient.put('/api/my/settings', { addOns: ['slack'] })).toMatchObject({ status: 400 });
    expect(await adminClient.put('/api/my/settings', { monthlyMinuteLimit: 78 })).toMatchObject({
      status: 200,
      body: { userId: account.id },
    });
    expect((await client.get('/api/my/settings')).body).toMatchObject({ monthlyMinuteLimit: 78 });
    const entry = await database.manager.findOneByOrFail(ActivityLog, {
      userId: admin.user.id,
      action: 'Settings updated',
    });
    expect(entry).toMatchObject({
      accountId: account.id,
      metadata: { impersonatedUserId: user.id, fields: ['monthlyMinuteLimit'] },
    });
  });

  describe('GET /api/n8n/profile/{userId}', () => {
    it("returns the account's identity and call settings, without secrets", async () => {
      await client.put('/api/my/settings', {
        slackBotToken: 'xoxb-1234567890-abcdefghij',
        slackEnabled: true,
        emailAddress: ['dana@example.com'],
      });
      const { status, body } = await fetchWithToken(`/api/n8n/profile/${user.id}`, token);
      expect(status).toBe(200);
      expect(body).toEqual({
        userId: account.id,
        email: user.email,
        name: 'Dana Reyes',
        company: 'Reyes HVAC',
        status: 'active',
        isActive: true,
        activatedAt: account.activatedAt?.toISOString(),
        serviceTitanTenant: '4711',
        settings: {
          ...Object.fromEntries(
            PROFILE_SETTINGS.map((name) => [name, 'default' in SETTINGS[name] ? SETTINGS[name].default : []]),
          ),
          slackEnabled: true,
          monthlyMinuteLimit: 77,
        },
      });
      for (const id of [user.id, account.id])
        expect(await client.get(`/api/n8n/profile/${id}`)).toMatchObject({ status: 200, body });
    });

    it('returns other accounts only to administrators', async () => {
      const otherProfilePath = `/api/n8n/profile/${user.id}`;
      expect(await fetchWithToken(otherProfilePath, admin.token)).toMatchObject({
        status: 200,
        body: { userId: account.id },
      });
      expect(await adminClient.get(otherProfilePath)).toMatchObject({ status: 200, body: { userId: account.id } });
      const notFound = { status: 404, body: { code: 'ACCOUNT_NOT_FOUND' } };
      for (const id of [admin.user.id, admin.account.id, UNKNOWN_ID, 'me']) {
        expect(await fetchWithToken(`/api/n8n/profile/${id}`, token)).toMatchObject(notFound);
        expect(await client.get(`/api/n8n/profile/${id}`)).toMatchObject(notFound);
      }
      expect(await adminClient.get(`/api/n8n/profile/${UNKNOWN_ID}`)).toMatchObject(notFound);
      expect(await adminClient.get('/api/n8n/profile/nobody')).toMatchObject(notFound);
      await impersonate();
      expect(await adminClient.get(otherProfilePath)).toMatchObject({ status: 200 });
      expect(await adminClient.get(`/api/n8n/profile/${admin.user.id}`)).toMatchObject(notFound);
      expect((await fetch(`${api.url}${otherProfilePath}`)).status).toBe(401);
    });
  });
});
