import { Connection } from '@ringwell/database/deliveries/connection.entity';
import { problem, type ProblemBody } from '@ringwell/testing/session-client';
import { useSignedInOwner } from '@ringwell/testing/use-signed-in-owner';

import type { CallImportStateDto } from './call-import.dto';

const PATH = '/api/my/call-import';
const dateDaysAgo = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

describe('Earlier calls from ServiceTitan', () => {
  const { api, database, owner, client } = useSignedInOwner(
    {
      account: { serviceTitanTenant: '987' },
      settings: { serviceTitanClientId: 'cid.1', sealedServiceTitanClientSecret: 'sealed' },
    },
    { SERVICETITAN_APP_KEY: 'ak1.x', STRIPE_SECRET_KEY: 'sk_test_1' },
  );

  const updateImport = (sql: string): Promise<unknown> =>
    database.query(`update call_imports set ${sql} where account_id = $1`, [owner.account.id]);
  const getImport = async (): Promise<CallImportStateDto['import']> =>
    (await client.get<CallImportStateDto>(PATH)).body.import;

  it('are counted and priced, then fetched while progress is reported, until the import is stopped', async () => {
    expect(await getImport()).toBeNull();
    const response = await client.post<CallImportStateDto>(PATH, { since: dateDaysAgo(60) });
    expect(response).toMatchObject({ status: 202, body: { import: { state: 'counting', calls: 0, fetched: 0 } } });
    expect(await client.post<ProblemBody>(`${PATH}/start`)).toMatchObject(problem(409, 'CHANGED_MEANWHILE'));
    await updateImport(`state = 'counted', calls = 412, seconds = 118790`);
    expect(await getImport()).toMatchObject({
      state: 'counted',
      calls: 412,
      minutes: 1_980,
      maxPriceCents: 7_722,
      open: 0,
    });
    expect(await client.post(`${PATH}/start`)).toMatchObject({ status: 202, body: { import: { state: 'fetching' } } });
    expect((await client.post(PATH, { since: dateDaysAgo(3) })).status).toBe(409);
    expect((await client.send('DELETE', PATH)).status).toBe(204);
    expect(await getImport()).toBeNull();
    const activityEntries = await database.query<{ description: string }[]>(
      'select description from activity_logs where account_id = $1 order by created_at',
      [owner.account.id],
    );
    expect(activityEntries.map(({ description }) => description)).toEqual([
      '412 earlier calls are being fetched from ServiceTitan.',
      'Fetching earlier calls from ServiceTitan was stopped.',
    ]);
  });

  it.each([
    ['a day too far in the past', { since: dateDaysAgo(63) }],
    ['a future day', { since: dateDaysAgo(-3) }],
    ['an invalid day', { since: 'soon' }],
  ])('are not counted when the start is %s', async (_case, body) => {
    const response = await client.post<ProblemBody>(PATH, body);
    expect(response).toMatchObject(problem(400, 'VALIDATION_FAILED'));
    expect(await getImport()).toBeNull();
  });

  it('are unavailable while ServiceTitan is not connected, and to members', async () => {
    const sql = 'update accounts set service_titan_tenant = null where id = $1';
    await database.query(sql, [owner.account.id]);
    const response = await client.post<ProblemBody>(PATH, { since: dateDaysAgo(3) });
    expect(response).toMatchObject(problem(400, 'NOT_CONNECTED'));
    expect(await client.post<ProblemBody>(`${PATH}/start`)).toMatchObject(problem(400, 'NOT_CONNECTED'));
    const memberClient = await api.signIn(await database.makeMember(owner, 'member'));
    expect((await memberClient.get(PATH)).status).toBe(403);
  });

  it("leave only the connection's other errors when the import is stopped", async () => {
    const { manager } = database;
    const { connections } = database.repositories;
    const recordFailure = (code: string): Promise<void> =>
      connections.recordPermanentFailure(
        { accountId: owner.account.id, channel: 'servicetitan', destination: code, destinationHash: code },
        { code, message: 'The account lacks a permission.' },
      );
    await client.post(PATH, { since: dateDaysAgo(3) });
    await recordFailure('SERVICETITAN_IMPORT');
    await recordFailure('SERVICETITAN_JOBS');
    expect((await client.send('DELETE', PATH)).status).toBe(204);
    const remainingErrors = await manager.findBy(Connection, { accountId: owner.account.id, isPermanent: true });
    expect(remainingErrors.map(({ errorCode }) => errorCode)).toEqual(['SERVICETITAN_JOBS']);
  });

  it('are discarded when the account connects another tenant', async () => {
    await client.post(PATH, { since: dateDaysAgo(3) });
    expect((await client.put('/api/my/settings', { serviceTitanTenant: '987' })).status).toBe(200);
    expect(await getImport()).toMatchObject({ state: 'counting' });
    expect((await client.put('/api/my/settings', { serviceTitanTenant: '654' })).status).toBe(200);
    expect(await getImport()).toBeNull();
  });
});
