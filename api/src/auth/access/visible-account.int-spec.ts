import { AgentsRepository } from '@ringwell/database/calls/agents.repository';
import { makeAccount, type TestAccount } from '@ringwell/testing/make-account';
import { makeFollowUp } from '@ringwell/testing/make-follow-up';
import { problem, SessionClient } from '@ringwell/testing/session-client';
import { useTestApi } from '@ringwell/testing/start-api';

const NAME = 'Marisol Quade';

describe('an account that was reverted to a demo account', () => {
  const { api, database } = useTestApi();
  let account: TestAccount;
  let client: SessionClient;

  beforeEach(async () => {
    account = await makeAccount(database.dataSource);
    client = await SessionClient.signIn(api, database.dataSource, account.user.id);
  });

  const setStatus = (status: 'active' | 'demo'): Promise<unknown> =>
    database.dataSource.query('update accounts set status = $2 where id = $1', [account.account.id, status]);
  const getBody = async (path: string): Promise<unknown> => (await client.get<unknown>(path)).body;

  // Creates a call with a customer, an agent and a campaign, which are all called `NAME`.
  async function makeRows(): Promise<{ agentId: string }> {
    const { manager } = database.dataSource;
    const { id: accountId } = account.account;
    const { callId } = await makeFollowUp(database.dataSource, accountId, { customerName: NAME });
    const agentId = await new AgentsRepository(manager).findOrCreate(accountId, NAME);
    await manager.query(
      `update calls set source = 'servicetitan', campaign = $2, agent_id = $3, agent_source = 'given' where id = $1`,
      [callId, NAME, agentId],
    );
    return { agentId };
  }

  it('hides the customers, follow-ups, happiness figures and checks from its earlier calls until the account is activated again', async () => {
    const { id, customerId } = await makeFollowUp(database.dataSource, account.account.id);
    await setStatus('demo');
    expect(await getBody('/api/follow-ups')).toMatchObject({ followUps: [] });
    expect(await getBody('/api/follow-ups/counts')).toMatchObject({ waiting: 0 });
    expect(await getBody('/api/customers')).toMatchObject({ customers: [] });
    expect(await getBody('/api/my/happiness')).toMatchObject({ total: { negative: 0 }, moments: [] });
    expect(await getBody('/api/checks/accuracy')).toMatchObject({ overall: { checked: 0 } });
    for (const path of [`/api/follow-ups/${id}`, `/api/customers/${customerId}`])
      expect((await client.get(path)).status).toBe(404);
    expect((await client.patch(`/api/follow-ups/${id}`, { action: 'take' })).status).toBe(404);
    expect((await client.patch(`/api/customers/${customerId}`, { name: 'X' })).status).toBe(404);
    await setStatus('active');
    expect(await getBody(`/api/follow-ups/${id}`)).toMatchObject({ id, state: 'open' });
    expect(await getBody('/api/my/happiness')).toMatchObject({ total: { negative: 1 } });
  });

  it('hides the ServiceTitan values of its earlier calls', async () => {
    await makeRows();
    expect(await getBody('/api/calls/service-titan-words')).toMatchObject({ campaign: [NAME] });
    await setStatus('demo');
    expect(await getBody('/api/calls')).toMatchObject({ items: [] });
    expect(await getBody('/api/calls/service-titan-words')).toMatchObject({ campaign: [] });
  });

  it('neither shows nor changes the agents of its earlier calls', async () => {
    const { agentId } = await makeRows();
    await setStatus('demo');
    expect(await getBody('/api/my/agents')).toEqual([]);
    const response = await client.put(`/api/my/agents/${agentId}`, { memberUserId: null, isHidden: true });
    expect(response).toMatchObject(problem(404, 'AGENT_NOT_FOUND'));
    await setStatus('active');
    expect(await getBody('/api/my/agents')).toMatchObject([{ id: agentId, callCount: 1, isHidden: false }]);
  });
});
