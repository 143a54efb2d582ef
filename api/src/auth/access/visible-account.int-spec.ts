import { createTakeToken } from '@ringwell/platform/crypto/follow-up-link-token';
import { SecretBox } from '@ringwell/platform/crypto/secret-box';
import { generateLinkToken, hashToken } from '@ringwell/platform/crypto/token-hash';
import { OpenApi, type Operation } from '@ringwell/testing/open-api';
import { problem } from '@ringwell/testing/session-client';
import { useSignedInOwner } from '@ringwell/testing/use-signed-in-owner';

const NAME = 'Marisol Quade';

type Route = Pick<Operation, 'method' | 'path' | 'requestBody'>;

// The API's description has no pages for people without a session.
const FOLLOW_UP_LINK_PAGE: Route = { method: 'GET', path: '/api/follow-up-links/{token}' };

interface HiddenRows {
  agentId: string;
  shareId: string;
  /** Ids of the call, its customer, follow-up, agent and message. */
  ids: string[];
  /** Tokens for links to the call and to the follow-up. */
  tokens: string[];
}

describe('an account that was reverted to a demo account', () => {
  const { api, database, owner, client } = useSignedInOwner();

  const setStatus = (status: 'active' | 'demo'): Promise<unknown> =>
    database.query('update accounts set status = $2 where id = $1', [owner.account.id, status]);
  const getBody = async (path: string): Promise<unknown> => (await client.get<unknown>(path)).body;

  // Creates a call with a customer, a follow-up, an agent, a campaign and a message, all named `NAME`.
  async function makeHiddenRows(): Promise<HiddenRows> {
    const { manager } = database;
    const { id: accountId } = owner.account;
    const { id, callId, customerId } = await database.makeFollowUp(accountId, { customerName: NAME });
    const agentId = await database.repositories.agents.findOrCreate(accountId, NAME);
    await manager.query(
      `update calls set source = 'servicetitan', campaign = $2, agent_id = $3, agent_source = 'given' where id = $1`,
      [callId, NAME, agentId],
    );
    const message = { callId, destination: NAME, destinationHash: NAME, state: 'failed' } as const;
    const { id: deliveryId } = await database.makeDelivery(accountId, message);
    const shareToken = generateLinkToken();
    const { id: shareId } = await database.repositories.sharedLinks.create({
      accountId,
      callId,
      createdBy: owner.user.id,
      tokenHash: hashToken(shareToken),
      scope: 'summary',
      days: 7,
      clipStartMs: null,
      clipEndMs: null,
    });
    const takeToken = createTakeToken(
      { deliveryId, followUpId: id, expiresAt: new Date(Date.now() + 3_600_000) },
      api.app.get(SecretBox, { strict: false }),
    );
    return {
      agentId,
      shareId,
      ids: [callId, String(customerId), id, agentId, deliveryId],
      tokens: [shareToken, takeToken],
    };
  }

  it('hides the customers, follow-ups, happiness figures and checks from its earlier calls until the account is activated again', async () => {
    const { id, customerId } = await database.makeFollowUp(owner.account.id);
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

  it('hides the ServiceTitan values on its earlier calls', async () => {
    await makeHiddenRows();
    expect(await getBody('/api/calls/service-titan-words')).toMatchObject({ campaign: [NAME] });
    await setStatus('demo');
    expect(await getBody('/api/calls')).toMatchObject({ items: [] });
    expect(await getBody('/api/calls/service-titan-words')).toMatchObject({ campaign: [] });
  });

  it('hides the agents on its earlier calls, and rejects changes to them', async () => {
    const { agentId } = await makeHiddenRows();
    await setStatus('demo');
    expect(await getBody('/api/my/agents')).toEqual([]);
    const response = await client.put(`/api/my/agents/${agentId}`, { memberUserId: null, isHidden: true });
    expect(response).toMatchObject(problem(404, 'AGENT_NOT_FOUND'));
    await setStatus('active');
    expect(await getBody('/api/my/agents')).toMatchObject([{ id: agentId, callCount: 1, isHidden: false }]);
  });

  it('reveals nothing about its earlier calls in any GET response, and rejects every request for one of their rows', async () => {
    const openApi = await OpenApi.load(api.url);
    const { shareId, ids, tokens } = await makeHiddenRows();
    const operations: Route[] = [...openApi.operations, FOLLOW_UP_LINK_PAGE].filter(
      ({ method, path }) => !/^\/api\/(admin\/|logout$)/.test(path) && (method === 'GET' || path.includes('{')),
    );
    async function revealsCall({ method, path, requestBody }: Route): Promise<boolean> {
      const json = requestBody?.content['application/json']?.schema;
      const body = json && openApi.buildExample(json);
      const fillPath = (value: string): string => path.replace('{shareId}', shareId).replace(/\{\w+\}/, value);
      const urls = new Set((path.includes('{token}') ? tokens : ids).map(fillPath));
      const responses = await Promise.all([...urls].map((url) => client.send<unknown>(method, url, body)));
      if (path.includes('{')) return responses.some(({ status }) => ![401, 403, 404].includes(status));
      return [NAME, ...ids].some((value) => JSON.stringify(responses[0]?.body).includes(value));
    }
    async function listRevealingOperations(candidates: readonly Route[]): Promise<string[]> {
      const revealingOperations: string[] = [];
      for (const each of candidates)
        if (await revealsCall(each)) revealingOperations.push(`${each.method} ${each.path}`);
      return revealingOperations;
    }
    expect(await listRevealingOperations(operations.filter(({ method }) => method === 'GET'))).toEqual(
      expect.arrayContaining(
        [
          '/api/calls',
          '/api/calls/{id}',
          '/api/calls/{id}/shares',
          '/api/calls/service-titan-words',
          '/api/customers/{id}',
          '/api/follow-ups',
          '/api/follow-ups/{id}/deliveries',
          '/api/follow-up-links/{token}',
          '/api/my/agents',
          '/api/my/happiness',
          '/api/my/undelivered',
          '/api/shared/{token}',
        ].map((path) => `GET ${path}`),
      ),
    );
    await setStatus('demo');
    expect(await listRevealingOperations(operations)).toEqual([]);
  });
});
