import type { ProviderReply } from '@ringwell/testing/fake-http-provider';

import { connectionKey } from './service-titan-poll.loop';
import { MINUTE_MS, useServiceTitanPoll } from './testing/use-service-titan-poll';

describe('ServiceTitanPollLoop: failed polls', () => {
  const {
    vendor,
    database,
    connect,
    startPoller,
    pollOnce,
    pollUntil,
    findSettings,
    findExternalIds,
    findConnection,
    listFeedReads,
    findDueAccount,
  } = useServiceTitanPoll();

  it.each<[string, ProviderReply, string, RegExp]>([
    [
      'a permission is missing',
      { status: 403, body: {} },
      'export/calls',
      /^New calls aren't being fetched\. ServiceTitan denied access to Calls \(read\)/,
    ],
    [
      'the credentials are wrong',
      { status: 400, body: { error: 'invalid_client' } },
      'connect/token',
      /^New calls aren't being fetched\. ServiceTitan rejected the client ID and secret/,
    ],
    [
      'ServiceTitan redirects',
      { status: 307, body: '', headers: { location: 'http://127.0.0.1:9/' } },
      'export/calls',
      /redirect/,
    ],
  ])('shows on the connection that %s, until a poll succeeds', async (_case, reply, requestPath, message) => {
    const { tenant, account } = await connect([{ id: 1 }]);
    vendor.fault = ({ path, tenant: requestTenant }) =>
      path === requestPath && (requestTenant === tenant.id || requestTenant === '') ? reply : undefined;
    await pollOnce(account);
    expect(
      await pollUntil(
        () => findConnection(account),
        (current) => current !== null,
      ),
    ).toMatchObject({
      errorCode: 'SERVICETITAN_POLLING',
      errorMessage: expect.stringMatching(message) as string,
      isPermanent: true,
      failedAt: expect.any(Date) as Date,
      destination: `Tenant ${tenant.id}`,
    });
    expect(await findSettings(account)).toMatchObject({ lastPolledAt: null, pollCursor: null });
    vendor.fault = () => undefined;
    await database.query('update account_settings set poll_after = null where account_id = $1', [account.account.id]);
    startPoller();
    expect(
      await pollUntil(
        () => findConnection(account),
        (current) => current?.errorCode === null,
      ),
    ).toMatchObject({ isPermanent: false, failedAt: null, errorMessage: null });
    expect(await findExternalIds(account)).toEqual(['1']);
  });

  it.each<[string, ProviderReply]>([
    ['ServiceTitan fails', { status: 503, body: '<html>' }],
    ['ServiceTitan sends HTML', { body: '<html>' }],
    ['ServiceTitan sends unexpected JSON', { body: { rows: [] } }],
    [
      'ServiceTitan sends only rows that cannot be parsed',
      { body: { hasMore: false, continueFrom: 'cursor-1', data: [{ id: 'x' }, null] } },
    ],
    ['the connection breaks', 'break'],
  ])('retries within a minute when %s', async (_case, reply) => {
    const { account } = await connect([{ id: 1 }]);
    vendor.fault = ({ path }) => (path === 'export/calls' ? reply : undefined);
    await pollOnce(account);
    const { pollAfter, pollCursor } = await findSettings(account);
    expect(Number(pollAfter) - Date.now()).toBeLessThanOrEqual(MINUTE_MS);
    expect(pollCursor).toBeNull();
    expect(await findConnection(account)).toBeNull();
  });

  it("honors a 429's Retry-After", async () => {
    const { account } = await connect([{ id: 1 }]);
    vendor.fault = ({ path }) =>
      path === 'export/calls' ? { status: 429, body: {}, headers: { 'retry-after': '900' } } : undefined;
    await pollOnce(account);
    expect(Number((await findSettings(account)).pollAfter) - Date.now()).toBeGreaterThan(10 * MINUTE_MS);
  });

  it('polls the other accounts while one is not responding', async () => {
    const { tenant, account: stuckAccount } = await connect([{ id: 1 }]);
    const otherConnections = await Promise.all(Array.from({ length: 12 }, () => connect([{ id: 1 }])));
    await database.query(`update account_settings set poll_after = '-infinity' where account_id = $1`, [
      stuckAccount.account.id,
    ]);
    vendor.fault = (request) => (request.path === 'export/calls' && request.tenant === tenant.id ? 'hang' : undefined);
    startPoller();
    await pollUntil(
      async () => (await Promise.all(otherConnections.map(({ account }) => findExternalIds(account)))).flat().length,
      (storedCount) => storedCount === otherConnections.length,
    );
    expect(listFeedReads(tenant)).toHaveLength(1);
    expect(await findExternalIds(stuckAccount)).toEqual([]);
  });

  it.each([
    [['3'], [{ id: 'x' }, null, { id: 3, duration: '00:02:00', recordingUrl: 'https://x.example' }]],
    [[], [{ id: 'x' }]],
  ])('skips rows that cannot be parsed, even a lone one: %j %j', async (storedIds, data) => {
    const { tenant, account } = await connect([{ id: 1 }, { id: 2 }, { id: 3 }]);
    vendor.fault = (request) =>
      request.path === 'export/calls' && request.tenant === tenant.id
        ? { body: { hasMore: false, continueFrom: 'cursor-3', data } }
        : undefined;
    await pollOnce(account);
    expect(await findExternalIds(account)).toEqual(storedIds);
    expect(await findSettings(account)).toMatchObject({ pollCursor: 'cursor-3' });
  });

  it('restarts an hour before the last poll when ServiceTitan does not recognize the cursor', async () => {
    const { tenant, account } = await connect([
      { id: 1, createdOn: new Date(Date.now() - 40 * MINUTE_MS).toISOString() },
    ]);
    await database.query(
      `update account_settings set poll_cursor = 'unknown', last_polled_at = now() - interval '10 min'
      where account_id = $1`,
      [account.account.id],
    );
    await pollOnce(account);
    expect(await findExternalIds(account)).toEqual([]);
    await pollOnce(account);
    expect(await findExternalIds(account)).toEqual(['1']);
    expect(listFeedReads(tenant)[0]).toBe('unknown');
    expect(Date.now() - Date.parse(listFeedReads(tenant)[1] ?? '')).toBeGreaterThanOrEqual(70 * MINUTE_MS);
  });

  it('does not clear a connection error that notes caused', async () => {
    const { account } = await connect([{ id: 1 }]);
    const polled = await findDueAccount(account);
    await database.repositories.connections.recordPermanentFailure(connectionKey(polled!), {
      code: 'SERVICETITAN_FORBIDDEN',
      message: 'No.',
    });
    await pollOnce(account);
    expect(await findExternalIds(account)).toEqual(['1']);
    expect(await findConnection(account)).toMatchObject({ errorCode: 'SERVICETITAN_FORBIDDEN', isPermanent: true });
  });
});
