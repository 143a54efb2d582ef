import { rows } from '@ringwell/database/postgres/sql';
import type { TestAccount } from '@ringwell/testing/make-account';
import { recordUsage } from '@ringwell/testing/record-usage';
import { SessionClient } from '@ringwell/testing/session-client';
import { useTestApi } from '@ringwell/testing/start-api';
import { useTestDate } from '@ringwell/testing/test-date';

import { makeUsedAccounts } from './testing/make-used-accounts';

const SUBSCRIPTION = {
  subscriptionStatus: 'active',
  currentPeriodStart: new Date('2026-02-20T14:03:07Z'),
  currentPeriodEnd: new Date('2026-03-20T14:03:07Z'),
  billingAnchor: new Date('2026-02-20T14:03:07Z'),
} as const;

describe('GET /api/my/usage', () => {
  const { api, database } = useTestApi();
  const setTestDate = useTestDate();
  let dana: TestAccount;
  let sam: TestAccount;

  beforeAll(async () => {
    ({ dana, sam } = await makeUsedAccounts(database.dataSource));
    setTestDate('2026-03-15T08:00:00Z');
  });

  const signInAs = ({ user }: TestAccount): Promise<SessionClient> => api.signIn(user);

  it('sums the usage month, which starts on the last day of February for an account activated on the 31st', async () => {
    const { status, headers, body } = await (await signInAs(dana)).get('/api/my/usage');
    expect([status, headers.get('cache-control')]).toEqual([200, 'private, no-cache']);
    expect(body).toEqual({
      totalMinutes: 101.25,
      totalInstanceRuns: 10,
      totalApiCalls: 8,
      totalCalls: 3,
      periodStartsAt: '2026-02-28T00:00:00.000Z',
      resetsAt: '2026-03-31T00:00:00.000Z',
      monthlyMinuteLimit: 250,
      usageLimitEnabled: true,
    });
  });

  it('starts the usage month on the day of creation if the account was never activated', async () => {
    expect((await (await signInAs(sam)).get('/api/my/usage')).body).toMatchObject({
      totalMinutes: 0.5,
      totalApiCalls: 2_147_483_647,
      periodStartsAt: '2026-03-10T00:00:00.000Z',
      resetsAt: '2026-04-10T00:00:00.000Z',
      usageLimitEnabled: false,
    });
  });

  it('uses the billing period of the subscription, to the second', async () => {
    const subscriber = await database.makeAccount({
      account: { activatedAt: new Date('2026-01-03T09:00:00Z') },
      settings: SUBSCRIPTION,
    });
    const { id } = subscriber.account;
    for (const [minutes, time] of [
      [400, '2026-02-19T23:00:00Z'],
      [100, '2026-02-20T14:03:06.999Z'],
      [10, '2026-02-20T14:03:07Z'],
      [5, '2026-02-21T00:00:00Z'],
      [2.5, '2026-03-15T07:59:59Z'],
    ] as const)
      await recordUsage(database.dataSource, id, minutes, new Date(time));
    await rows(database.manager, 'update usage_daily set api_calls = 3 where account_id = $1', [id]);
    expect((await (await signInAs(subscriber)).get('/api/my/usage')).body).toMatchObject({
      totalMinutes: 17.5,
      totalApiCalls: 9,
      periodStartsAt: '2026-02-20T14:03:07.000Z',
      resetsAt: '2026-03-20T14:03:07.000Z',
    });
    await database.repositories.accounts.updateSettings(id, { subscriptionStatus: 'canceled' });
    expect((await (await signInAs(subscriber)).get('/api/my/usage')).body).toMatchObject({
      totalMinutes: 2.5,
      periodStartsAt: '2026-03-03T00:00:00.000Z',
      resetsAt: '2026-04-03T00:00:00.000Z',
    });
    await database.unitOfWork.run(({ accounts }) => accounts.delete(id));
  });

  it('keeps counting a deleted call, even from the partial day at the start of the billing period', async () => {
    const subscriber = await database.makeAccount({ settings: SUBSCRIPTION });
    const { id } = subscriber.account;
    const call = await database.makeCompletedCall(id);
    await database.repositories.usage.recordPosted(id, {
      minutes: '40',
      instanceRuns: 0,
      apiCalls: 0,
      source: 'api',
      metadata: null,
      idempotencyKey: null,
      requestHash: 'x',
    });
    await rows(database.manager, 'update usage_records set recorded_at = $2 where account_id = $1', [
      id,
      '2026-02-20T15:00:00Z',
    ]);
    const session = await signInAs(subscriber);
    const totals = { totalMinutes: 40.68, totalCalls: 1 };
    expect((await session.get('/api/my/usage')).body).toMatchObject(totals);
    expect((await session.delete(`/api/calls/${call.id}`)).status).toBe(200);
    expect((await session.get('/api/my/usage')).body).toMatchObject(totals);
  });

  it("starts the usage month at midnight in the account's time zone, and moves only its end when the time zone changes", async () => {
    const account = await database.makeAccount({
      account: { activatedAt: new Date('2026-02-01T02:00:00Z') }, // January 31 in New York
      settings: { timeZone: 'America/New_York' },
    });
    const session = await signInAs(account);
    const fetchUsage = async (): Promise<object> => (await session.get<object>('/api/my/usage')).body;
    for (const [minutes, time] of [
      [400, '2026-02-28T04:59:59Z'],
      [10, '2026-02-28T05:00:00Z'],
      [2.5, '2026-03-01T00:00:00Z'],
    ] as const)
      await recordUsage(database.dataSource, account.account.id, minutes, new Date(time));
    const expectedUsage = { totalMinutes: 12.5, periodStartsAt: '2026-02-28T05:00:00.000Z' };
    expect(await fetchUsage()).toMatchObject({ ...expectedUsage, resetsAt: '2026-03-31T04:00:00.000Z' });
    const timeZoneChanges = [
      ['Pacific/Honolulu', '2026-03-31T10:00:00.000Z'],
      ['America/Chicago', '2026-03-31T05:00:00.000Z'],
      ['America/Chicago', '2026-03-31T05:00:00.000Z'],
    ] as const;
    for (const [timeZone, resetsAt] of timeZoneChanges) {
      expect((await session.put('/api/my/settings', { timeZone })).status).toBe(200);
      expect(await fetchUsage()).toMatchObject({ ...expectedUsage, resetsAt });
    }
  });

  it('rejects bearer tokens', async () => {
    const authorization = `Bearer ${dana.token}`;
    expect((await fetch(`${api.url}/api/my/usage`, { headers: { authorization } })).status).toBe(401);
  });
});
