import { randomUUID } from 'node:crypto';

import type { TestAccount } from '@ringwell/testing/make-account';
import { SessionClient } from '@ringwell/testing/session-client';
import { useTestApi } from '@ringwell/testing/start-api';

describe("another account's call", () => {
  const { api, database } = useTestApi();
  let owner: TestAccount;
  let ids: { call: string; delivery: string };
  let strangerClients: Record<'session' | 'token', SessionClient>;
  const authHeaders: Record<'session' | 'token', () => Record<string, string>> = {
    session: () => ({}),
    token: () => ({ authorization: `Bearer ${token}` }),
  };
  let token: string;

  beforeAll(async () => {
    owner = await database.makeAccount();
    const call = await database.makeCompletedCall(owner.account.id, { call: { customerName: 'Dana' } });
    const delivery = await database.makeDelivery(owner.account.id, { callId: call.id, state: 'failed' });
    ids = { call: call.id, delivery: delivery.id };
    const stranger = await database.makeAccount({ user: { role: 'admin' } });
    ({ token } = stranger);
    strangerClients = {
      session: await api.signIn(stranger.user),
      token: new SessionClient(api.url, ''),
    };
  });

  describe.each(['session', 'token'] as const)("with a stranger's %s, even an administrator's", (kind) => {
    it.each<[string, string, object | undefined]>([
      ['GET', '/api/calls/{call}', undefined],
      ['GET', '/api/calls/{call}/transcript', undefined],
      ['GET', '/api/calls/{call}/audio', undefined],
      ['GET', '/api/calls/{call}/deliveries', undefined],
      ['POST', '/api/calls/{call}/reprocess', undefined],
      ['POST', '/api/calls/{call}/swap-speakers', undefined],
      ['PATCH', '/api/calls/{call}', { customerName: 'Pat' }],
      ['PATCH', '/api/calls/{call}/transcript', { from: 'Cedar', to: 'Zeder' }],
      ['POST', '/api/deliveries/{delivery}/resend', undefined],
    ])('returns 404: %s %s', async (method, route, body) => {
      const responses = await Promise.all(
        [ids, { call: randomUUID(), delivery: randomUUID() }, { call: 'x', delivery: 'x' }].map(({ call, delivery }) =>
          strangerClients[kind].send(
            method,
            route.replace('{call}', call).replace('{delivery}', delivery),
            body,
            authHeaders[kind](),
          ),
        ),
      );
      expect(responses.map(({ status }) => status)).toEqual([404, 404, 404]);
      expect(new Set(responses.map(({ body }) => body.message)).size).toBe(1);
    });

    it("isn't in any list", async () => {
      for (const query of ['', '?search=Dana', '?search=Danna', '?search=thank'])
        expect((await strangerClients[kind].get(`/api/calls${query}`, authHeaders[kind]())).body).toEqual({
          items: [],
          isSimilar: false,
          nextCursor: null,
        });
      expect(
        (await strangerClients[kind].get<string>('/api/calls/export.csv', authHeaders[kind]())).body,
      ).not.toContain('Dana');
    });
  });

  it('does not appear among the recent calls', async () => {
    expect((await strangerClients.session.get('/api/my/recent-calls')).body).toEqual([]);
  });

  it('does not change', async () => {
    expect(
      await database.query('select state, run_number, customer_name from calls where id = $1', [ids.call]),
    ).toEqual([{ state: 'completed', run_number: 1, customer_name: 'Dana' }]);
    expect(await database.query('select state from deliveries where id = $1', [ids.delivery])).toEqual([
      { state: 'failed' },
    ]);
  });

  it('is returned to its owner, with a session or a token', async () => {
    const session = await api.signIn(owner.user);
    const apiClient = new SessionClient(api.url, '');
    for (const path of [
      `/api/calls/${ids.call}`,
      `/api/calls/${ids.call}/transcript`,
      `/api/calls/${ids.call}/deliveries`,
      '/api/calls?search=Dana',
    ]) {
      expect((await session.get(path)).status).toBe(200);
      expect((await apiClient.get(path, { authorization: `Bearer ${owner.token}` })).status).toBe(200);
      expect((await apiClient.get(path)).status).toBe(401);
    }
  });
});
