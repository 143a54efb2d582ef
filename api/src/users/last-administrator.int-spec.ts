import type { User } from '@ringwell/database/accounts/user.entity';
import { problem, SessionClient, type ClientResponse, type ProblemBody } from '@ringwell/testing/session-client';
import { useTestApi } from '@ringwell/testing/start-api';

interface Administrator {
  user: User;
  client: SessionClient;
}

const LAST_ADMINISTRATOR_PROBLEM = {
  status: 409,
  body: { code: 'LAST_ADMINISTRATOR', message: 'This is the last enabled administrator. Promote another user first.' },
};

describe('Removing administrators', () => {
  const { api, database } = useTestApi();

  beforeEach(() => database.query('truncate accounts, users cascade'));

  async function makeAdministrator(): Promise<Administrator> {
    const { user } = await database.makeAccount({ user: { role: 'admin' } });
    return { user, client: await api.signIn(user) };
  }
  const countAdministrators = async (): Promise<number> =>
    (await database.query<unknown[]>(`select from users where role = 'admin' and is_active`)).length;
  const updateUser = (
    { client }: Administrator,
    { user }: Administrator,
    changes: object,
  ): Promise<ClientResponse<ProblemBody>> => client.put(`/api/admin/users/${user.id}`, changes);
  const deleteUser = ({ client }: Administrator, { user }: Administrator): Promise<ClientResponse<ProblemBody>> =>
    client.delete(`/api/admin/users/${user.id}`);

  it('is rejected for the last administrator, who can otherwise be edited', async () => {
    const admin = await makeAdministrator();
    expect(await updateUser(admin, admin, { role: 'user' })).toMatchObject(LAST_ADMINISTRATOR_PROBLEM);
    expect(await updateUser(admin, admin, { isActive: false, firstName: 'Changed' })).toMatchObject(
      LAST_ADMINISTRATOR_PROBLEM,
    );
    expect(await updateUser(admin, admin, { firstName: 'Boss', role: 'admin', isActive: true })).toMatchObject({
      status: 200,
      body: { firstName: 'Boss', isActive: true },
    });
    expect(await countAdministrators()).toBe(1);
  });

  it('is rejected for the last enabled administrator', async () => {
    const [admin, otherAdmin] = [await makeAdministrator(), await makeAdministrator()];
    expect(await updateUser(admin, otherAdmin, { isActive: false })).toMatchObject({ status: 200 });
    expect(await updateUser(admin, admin, { role: 'user' })).toMatchObject(LAST_ADMINISTRATOR_PROBLEM);
    expect(await deleteUser(admin, otherAdmin)).toMatchObject({ status: 204 });
  });

  it('is rejected for your own account even if there are other administrators', async () => {
    const [admin] = [await makeAdministrator(), await makeAdministrator()];
    expect(await deleteUser(admin, admin)).toMatchObject(problem(409, 'OWN_ACCOUNT'));
    expect(await admin.client.delete(`/api/admin/users/${admin.user.id.toUpperCase()}`)).toMatchObject(
      problem(409, 'OWN_ACCOUNT'),
    );
    expect(await countAdministrators()).toBe(2);
  });

  it('is allowed once there is another administrator', async () => {
    const [admin, otherAdmin] = [await makeAdministrator(), await makeAdministrator()];
    expect(await updateUser(admin, admin, { role: 'user' })).toMatchObject({ status: 200 });
    expect(await otherAdmin.client.get('/api/admin/users')).toMatchObject({ status: 200 });
  });

  // Each request waits for the lock until both requests have passed the guard.
  const runConcurrently = (
    requests: (() => Promise<ClientResponse<ProblemBody>>)[],
  ): Promise<ClientResponse<ProblemBody>[]> =>
    database.whileLocked(
      `select pg_advisory_xact_lock(hashtext('ringwell.administrators'))`,
      [],
      () => Promise.all(requests.map((request) => request())),
      requests.length,
    );

  it.each<[string, (from: Administrator, to: Administrator) => Promise<ClientResponse<ProblemBody>>]>([
    ['demote', (from, to) => updateUser(from, to, { role: 'user' })],
    ['disable', (from, to) => updateUser(from, to, { isActive: false })],
    ['delete', deleteUser],
  ])(
    'leaves one of the last two administrators when they %s each other at the same time',
    async (_verb, removeAdministrator) => {
      const [a, b] = [await makeAdministrator(), await makeAdministrator()];
      const responses = await runConcurrently([() => removeAdministrator(a, b), () => removeAdministrator(b, a)]);
      expect(responses.filter(({ status }) => status < 300)).toHaveLength(1);
      expect(responses.find(({ status }) => status >= 300)).toMatchObject(LAST_ADMINISTRATOR_PROBLEM);
      expect(await countAdministrators()).toBe(1);
    },
  );

  it('is rejected for one of two administrators who delete each other concurrently, even if there is a third', async () => {
    const [a, b] = [await makeAdministrator(), await makeAdministrator()];
    await makeAdministrator();
    const responses = await runConcurrently([() => deleteUser(a, b), () => deleteUser(b, a)]);
    expect(responses.map(({ status }) => status).sort()).toEqual([204, 403]);
    expect(await countAdministrators()).toBe(2);
  });
});
