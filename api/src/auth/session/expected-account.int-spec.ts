import { ACCOUNT_HEADER, USER_HEADER } from '@ringwell/domain/accounts/account-header';
import { ExampleClient } from '@ringwell/testing/example-client';
import { makeWav } from '@ringwell/testing/intake-client';
import type { TestAccount } from '@ringwell/testing/make-account';
import { OpenApi, type Operation } from '@ringwell/testing/open-api';
import { problem } from '@ringwell/testing/session-client';
import { useSignedInOwner } from '@ringwell/testing/use-signed-in-owner';

const PATH = '/api/my/settings';
const STOP_PATH = '/api/admin/stop-impersonation';
const ACCOUNT_CHANGED = { status: 409, body: { code: 'ACCOUNT_CHANGED' } };

describe('A request that names its expected account', () => {
  const { api, database, owner: administrator, client: session } = useSignedInOwner({ user: { role: 'admin' } });
  let target: TestAccount;

  beforeEach(async () => {
    target = await database.makeAccount();
  });

  const headersFor = ({ account }: TestAccount): Record<string, string> => ({ [ACCOUNT_HEADER]: account.id });
  const impersonate = ({ user }: TestAccount): Promise<unknown> => session.post(`/api/admin/impersonate/${user.id}`);
  const findSlackSetting = async ({ account }: TestAccount): Promise<unknown> => {
    const sql = 'select slack_enabled from account_settings where account_id = $1';
    return (await database.query<unknown[]>(sql, [account.id]))[0];
  };
  const countActivity = (): Promise<unknown> => database.query('select count(*) from activity_logs');

  it('changes neither account when another tab has stopped impersonating', async () => {
    await impersonate(target);
    const previousSettings = [await findSlackSetting(administrator), await findSlackSetting(target)];
    await session.post(STOP_PATH);
    const activityCount = await countActivity();
    expect(await session.put(PATH, { slackEnabled: true }, headersFor(target))).toMatchObject(ACCOUNT_CHANGED);
    expect([await findSlackSetting(administrator), await findSlackSetting(target)]).toEqual(previousSettings);
    expect(await countActivity()).toEqual(activityCount);
  });

  it('changes neither account when another tab has started impersonating', async () => {
    const previousSettings = [await findSlackSetting(administrator), await findSlackSetting(target)];
    await impersonate(target);
    expect(await session.put(PATH, { slackEnabled: true }, headersFor(administrator))).toMatchObject(ACCOUNT_CHANGED);
    expect([await findSlackSetting(administrator), await findSlackSetting(target)]).toEqual(previousSettings);
  });

  it('is rejected on administrator routes while another tab is impersonating a user', async () => {
    await impersonate(target);
    const change = { firstName: 'Robin' };
    const path = `/api/admin/users/${target.user.id}`;
    expect(await session.put(path, change, headersFor(administrator))).toMatchObject(ACCOUNT_CHANGED);
    expect(await session.put(path, change)).toMatchObject(problem(403, 'IMPERSONATING'));
  });

  it('is rejected when another member of the account has signed in', async () => {
    const memberClient = await api.signIn(await database.makeMember(target, 'owner'));
    const expectedHeaders = { ...headersFor(target), [USER_HEADER]: target.user.id };
    expect(await memberClient.patch('/api/my/account', { firstName: 'Eve' }, expectedHeaders)).toMatchObject(
      ACCOUNT_CHANGED,
    );
    expect((await memberClient.get('/api/auth/user')).body).toMatchObject({ firstName: 'Paul' });
  });

  it('is rejected when another tab has signed in as another user', async () => {
    const otherAccount = await database.makeAccount();
    const otherClient = await api.signIn(otherAccount.user);
    expect(await otherClient.put(PATH, { slackEnabled: true }, headersFor(target))).toMatchObject(ACCOUNT_CHANGED);
    expect(await otherClient.put(PATH, { slackEnabled: true }, headersFor(otherAccount))).toMatchObject({
      status: 200,
    });
  });

  it("doesn't store the recording when a rejected request is an upload", async () => {
    await impersonate(target);
    const form = new FormData();
    form.append('audio', new Blob([makeWav(2_000)], { type: 'audio/wav' }), 'call.wav');
    expect(await session.send('POST', '/api/calls', form, headersFor(administrator))).toMatchObject(ACCOUNT_CHANGED);
    expect(await session.send('POST', '/api/calls', form, headersFor(target))).toMatchObject({ status: 202 });
    const owners = await database.query<unknown[]>('select account_id from calls where account_id in ($1, $2)', [
      administrator.account.id,
      target.account.id,
    ]);
    expect(owners).toEqual([{ account_id: target.account.id }]);
  });

  it('is checked on every session route', async () => {
    const openApi = await OpenApi.load(api.url);
    const client = new ExampleClient(api, database, openApi);
    const acceptsSession = ({ security = [] }: Operation): boolean => security.some((scheme) => 'cookie' in scheme);
    const operations = openApi.operations.filter(acceptsSession);
    expect(operations.length).toBeGreaterThan(50);
    for (const operation of operations) {
      const { operationId, path, parameters, responses } = operation;
      const role = path.includes('/admin/') ? 'admin' : path.includes('/demo/') ? 'demo' : 'user';
      const response = await client.send(operation, role, { headers: headersFor(target) });
      expect({ operationId, ...response }).toMatchObject({ operationId, ...ACCOUNT_CHANGED });
      expect(parameters).toContainEqual(expect.objectContaining({ name: ACCOUNT_HEADER, required: false }));
      expect(responses['409']?.description).toContain(ACCOUNT_HEADER);
    }
  });

  it("is accepted for the session's own account and for bearer tokens", async () => {
    await impersonate(target);
    expect(await session.put(PATH, { slackEnabled: true }, headersFor(target))).toMatchObject({ status: 200 });
    const tokenHeaders = { authorization: `Bearer ${target.token}`, cookie: '', ...headersFor(administrator) };
    const usage = { minutes: 0, instanceRuns: 0, apiCalls: 0, source: 'manual' };
    expect(await session.post('/api/account/usage', usage, tokenHeaders)).toMatchObject({ status: 201 });
  });
});
