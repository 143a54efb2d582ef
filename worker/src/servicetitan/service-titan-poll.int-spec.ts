import type { NewAccount } from '@ringwell/database/accounts/accounts.repository';
import type { AccountSettings } from '@ringwell/database/accounts/settings/account-settings.entity';
import { callIdHashesSql } from '@ringwell/database/calls/deleted-ids';
import { ServiceTitanPollsRepository } from '@ringwell/database/servicetitan/service-titan-polls.repository';
import type { FakeCall } from '@ringwell/testing/fake-service-titan-server';

import { MINUTE_MS, useServiceTitanPoll } from './testing/use-service-titan-poll';

const DANA = { id: 815, name: 'Dana Whitfield' };

describe('ServiceTitanPollLoop', () => {
  const {
    vendor,
    database,
    connect,
    createCallsFeed,
    startPoller,
    pollOnce,
    pollUntil,
    findSettings,
    findCalls,
    findExternalIds,
    findConnection,
    listFeedReads,
    findDueAccount,
  } = useServiceTitanPoll();

  it('starts an hour back, and stores the calls with all of their details', async () => {
    const { tenant, account } = await connect([
      { id: 1, createdOn: new Date(Date.now() - 2 * 60 * MINUTE_MS).toISOString() },
      {
        id: 2,
        createdOn: new Date(Date.now() - 30 * MINUTE_MS).toISOString(),
        customer: DANA,
        job: { id: 4711, number: 'J-4711' },
        agent: { id: 88, name: 'Paul Ruiz' },
      },
      { id: 3, duration: '00:00:20' },
      { id: 4, type: 'Abandoned' },
      { id: 5, direction: 'Outbound', duration: '00:01:10' },
      { id: 6, status: 'Ringing', recordingUrl: null },
    ]);
    await pollOnce(account);
    const [call, ...otherCalls] = await findCalls(account);
    expect(otherCalls).toEqual([]);
    expect(call).toMatchObject({
      source: 'servicetitan',
      externalId: '2',
      leadCallId: '2',
      jobId: '4711',
      customerId: '815',
      customerName: 'Dana Whitfield',
      direction: 'inbound',
      fromNumber: '5550100142',
      toNumber: '5550100100',
      occurredAt: new Date(tenant.feed[1]?.createdOn ?? ''),
      state: 'queued',
      runNumber: 1,
    });
    const { pollCursor, lastPolledAt } = await findSettings(account);
    expect(pollCursor).toBe('cursor-6');
    expect(lastPolledAt).toBeInstanceOf(Date);
    const [request] = vendor.requestsTo('GET export/calls');
    expect(request?.query['includeRecentChanges']).toBe('true');
    expect(Date.now() - Date.parse(request?.query['from'] ?? '')).toBeGreaterThanOrEqual(60 * MINUTE_MS);
  });

  it('stores callers who hung up before anyone answered only for accounts with leads turned on', async () => {
    const { tenant, account } = await connect([{ id: 1, type: 'Abandoned', recordingUrl: null }]);
    await pollOnce(account);
    expect(await findCalls(account)).toEqual([]);
    const sql = 'update account_settings set leads_enabled = true where account_id = $1';
    await database.query(sql, [account.account.id]);
    tenant.feed.push({ id: 2, type: 'Abandoned', recordingUrl: null }, { id: 3 });
    await pollOnce(account);
    expect(await findCalls(account)).toMatchObject([
      { externalId: '2', state: 'queued', skipReason: 'abandoned' },
      { externalId: '3', state: 'queued', skipReason: null },
    ]);
  });

  it('stores the agent, replacing a detected agent but not a corrected one', async () => {
    const agent = { id: 88, name: 'Paul Ruiz' };
    const { tenant, account } = await connect([{ id: 1, agent }, { id: 2 }, { id: 3 }]);
    await pollOnce(account);
    await database.query(
      `update calls set agent_source = case external_id when '2' then 'heard' else 'corrected' end
       where account_id = $1 and external_id in ('2', '3')`,
      [account.account.id],
    );
    tenant.feed.push({ id: 1 }, { id: 2, agent }, { id: 3, agent });
    await pollOnce(account);
    const calls = await findCalls(account);
    expect(calls.map(({ agentSource }) => agentSource)).toEqual(['servicetitan', 'servicetitan', 'corrected']);
    expect(calls[0]?.agentId).toEqual(calls[1]?.agentId);
    expect(calls[2]?.agentId).toBeNull();
  });

  it('keeps a job and customer name that a user has corrected or removed', async () => {
    const details = { customer: DANA, job: { id: 9, number: '9' } };
    const { tenant, account } = await connect([
      { id: 1, ...details },
      { id: 2, ...details },
      { id: 3, ...details },
    ]);
    await pollOnce(account);
    const ids = (await findCalls(account)).map(({ id }) => id);
    const correctFeedCall = (index: number, correction: object): Promise<boolean> =>
      database.unitOfWork.run(({ calls }) => calls.updateDetails(account.account.id, ids[index] ?? '', correction));
    await correctFeedCall(0, { jobId: '4711', customerName: 'Diana Whitfield' });
    await correctFeedCall(1, { jobId: null });
    const changedDetails = { customer: { ...DANA, name: 'D. Whitfield' }, job: { id: 10, number: '10' } };
    tenant.feed.push({ id: 1, ...changedDetails }, { id: 2, ...changedDetails }, { id: 3, ...changedDetails });
    await pollOnce(account);
    const calls = await findCalls(account);
    expect(calls.map(({ jobId, customerName }) => [jobId, customerName])).toEqual([
      ['4711', 'Diana Whitfield'],
      [null, 'D. Whitfield'],
      ['10', 'D. Whitfield'],
    ]);
  });

  it('continues from the stored cursor, and updates repeated calls instead of storing them twice', async () => {
    const { tenant, account } = await connect([{ id: 1 }]);
    await pollOnce(account);
    await database.query(`update calls set state = 'completed' where account_id = $1`, [account.account.id]);
    tenant.feed.push(
      { id: 1, customer: DANA, job: { id: 9, number: '9' } },
      { id: 2 },
      { id: 2, job: { id: 10, number: '10' } },
    );
    await pollOnce(account);
    expect(listFeedReads(tenant).slice(1)).toEqual(['cursor-1']);
    expect(await findCalls(account)).toMatchObject([
      { externalId: '1', state: 'completed', jobId: '9', customerId: '815', customerName: 'Dana Whitfield' },
      { externalId: '2', state: 'queued', jobId: '10' },
    ]);
  });

  it('does not store a call again while its deletion is being saved', async () => {
    const { tenant, account } = await connect([{ id: 1 }]);
    await pollOnce(account);
    tenant.feed.push({ id: 1, customer: DANA });
    const deletion = `
      with call as (delete from calls where account_id = $1 returning *)
      insert into deleted_call_ids (account_id, hash, call_id) select account_id, (${callIdHashesSql('call')})[1], id from call`;
    await database.whileLocked(deletion, [account.account.id], () => pollOnce(account));
    expect(await findExternalIds(account)).toEqual([]);
  });

  it('lets an erasure find a call without a result by its numbers and its latest customer', async () => {
    const { tenant, account } = await connect([{ id: 1, customer: DANA }]);
    await pollOnce(account);
    const { erasures } = database.repositories;
    const countCalls = (...keys: string[]): Promise<number[]> =>
      Promise.all(keys.map((key) => erasures.countCalls(account.account.id, [key])));
    tenant.feed.push({ id: 1, job: { id: 9, number: '9' } });
    await pollOnce(account);
    expect(await countCalls('tel:+15550100142', 'tel:+15550100100', 'id:815')).toEqual([1, 1, 1]);
    tenant.feed.push({ id: 1, customer: { ...DANA, id: 816 } });
    await pollOnce(account);
    expect(await countCalls('tel:+15550100142', 'tel:+15550100100', 'id:815', 'id:816')).toEqual([1, 1, 0, 1]);
  });

  it("keeps ServiceTitan's latest details for a call", async () => {
    const serviceTitanFields = { reason: { id: 5, name: 'Price shopping' }, campaign: { id: 6, name: 'Mailing' } };
    const { tenant, account } = await connect([{ id: 1, type: null, ...serviceTitanFields }]);
    await pollOnce(account);
    expect(await findCalls(account)).toMatchObject([
      { callType: null, callReason: 'Price shopping', campaign: 'Mailing', businessUnit: null, tag: null },
    ]);
    tenant.feed.push({ id: 1, type: 'Unbooked', campaign: null, tag: 'VIP', reason: serviceTitanFields.reason });
    await pollOnce(account);
    expect(await findCalls(account)).toMatchObject([
      { callType: 'Unbooked', callReason: 'Price shopping', campaign: null, tag: 'VIP' },
    ]);
  });

  it('cleans up customer names that cannot be stored as is', async () => {
    const longName = `${'x'.repeat(199)}😀`;
    const makeNamedCall = (id: number, name: string): FakeCall => ({ id, customer: { id, name } });
    const feed = [
      makeNamedCall(1, 'Da\ud83dna'),
      makeNamedCall(2, 'Da\0na'),
      makeNamedCall(3, longName),
      makeNamedCall(4, 'Dana Whitfield'),
    ];
    const { account } = await connect(feed);
    await pollOnce(account);
    expect((await findCalls(account)).map(({ customerName }) => customerName)).toEqual([
      'Da\ufffdna',
      'Dana',
      'x'.repeat(199),
      'Dana Whitfield',
    ]);
  });

  it('keeps the stored pages when a later page fails', async () => {
    const { tenant, account } = await connect([1, 2, 3, 4, 5].map((id) => ({ id })));
    tenant.feedPageSize = 2;
    vendor.fault = ({ query }) => (query['from'] === 'cursor-4' ? { status: 500, body: {} } : undefined);
    await pollOnce(account);
    expect(await findExternalIds(account)).toEqual(['1', '2', '3', '4']);
    expect(await findSettings(account)).toMatchObject({ pollCursor: 'cursor-4', lastPolledAt: null });
    vendor.fault = () => undefined;
    await pollOnce(account);
    expect(await findExternalIds(account)).toEqual(['1', '2', '3', '4', '5']);
    expect(await findConnection(account)).toBeNull();
  });

  it('neither loses nor duplicates calls when stopped between pages', async () => {
    const { tenant, account } = await connect([1, 2, 3].map((id) => ({ id })));
    tenant.feedPageSize = 1;
    vendor.fault = ({ query }) => (query['from'] === 'cursor-2' ? 'hang' : undefined);
    const poller = startPoller();
    await pollUntil(
      async () => listFeedReads(tenant),
      (reads) => reads.includes('cursor-2'),
    );
    await poller.onModuleDestroy();
    expect(await findExternalIds(account)).toEqual(['1', '2']);
    vendor.fault = () => undefined;
    await pollOnce(account);
    expect(await findExternalIds(account)).toEqual(['1', '2', '3']);
  });

  it('stores each call once when two workers poll at the same time', async () => {
    const { tenant, account } = await connect([1, 2, 3, 4].map((id) => ({ id })));
    tenant.feedPageSize = 1;
    const dueAccount = await findDueAccount(account);
    const options = { signal: AbortSignal.timeout(30_000), canContinue: () => true };
    const reads = await Promise.all([dueAccount!, dueAccount!].map((due) => createCallsFeed().read(due, options)));
    expect(reads[0]! + reads[1]!).toBe(4);
    expect(await findExternalIds(account)).toEqual(['1', '2', '3', '4']);
  });

  it('does not reset the cursor when a former leader finishes late', async () => {
    const { tenant, account } = await connect([1, 2, 3].map((id) => ({ id })));
    const lateAccount = await findDueAccount(account);
    await pollOnce(account);
    tenant.feedPageSize = 1;
    expect(
      await createCallsFeed().read(lateAccount!, { signal: AbortSignal.timeout(30_000), canContinue: () => false }),
    ).toBe(0);
    expect(await findSettings(account)).toMatchObject({ pollCursor: 'cursor-3' });
  });

  it('does not store calls if the account has since switched to another tenant', async () => {
    const { account } = await connect([{ id: 1 }]);
    const dueAccount = await findDueAccount(account);
    const storedCount = await database.whileLocked(
      `update accounts set service_titan_tenant = '5' where id = $1`,
      [account.account.id],
      () => createCallsFeed().read(dueAccount!, { signal: AbortSignal.timeout(30_000), canContinue: () => true }),
    );
    expect(storedCount).toBe(0);
    expect(await findExternalIds(account)).toEqual([]);
    expect(await findSettings(account)).toMatchObject({ pollCursor: null });
  });

  it('queues a call without a recording when its check is due or ServiceTitan reports the recording', async () => {
    const { tenant, account } = await connect([
      { id: 1, recordingUrl: null },
      { id: 2, recordingUrl: null },
      { id: 3, recordingUrl: null },
    ]);
    await pollOnce(account);
    const calls = await findCalls(account);
    expect(calls.map(({ state }) => state)).toEqual(['received', 'received', 'received']);
    expect(Number(calls[0]?.runAfter) - Number(calls[0]?.createdAt)).toBe(MINUTE_MS);
    tenant.feed.push({ id: 2 });
    const sql = `update calls set run_after = now() where account_id = $1 and external_id = '3'`;
    await database.query(sql, [account.account.id]);
    await pollOnce(account);
    startPoller();
    expect(
      await pollUntil(
        async () => (await findCalls(account)).map(({ state }) => state),
        (states) => states.filter((state) => state === 'queued').length === 2,
      ),
    ).toEqual(['received', 'queued', 'queued']);
  });

  it('polls while received calls cannot be queued', async () => {
    const { account } = await connect([{ id: 1 }]);
    const queueReceivedCalls = jest
      .spyOn(ServiceTitanPollsRepository.prototype, 'queueReceivedCalls')
      .mockRejectedValue(new Error('failed'));
    try {
      startPoller();
      await pollUntil(
        () => findCalls(account),
        (calls) => calls.length === 1,
      );
    } finally {
      queueReceivedCalls.mockRestore();
    }
  });

  it('polls soon after the delay between polls is shortened', async () => {
    const { account } = await connect([{ id: 1 }], {
      settings: { pollAfter: new Date(Date.now() + 20 * 60 * MINUTE_MS) },
    });
    startPoller({ settings: { SERVICETITAN_POLL_SECONDS: 300 } });
    await pollUntil(
      () => findCalls(account),
      (calls) => calls.length === 1,
    );
  });

  it('polls only on the leader', async () => {
    const { tenant, account } = await connect([{ id: 1 }]);
    const followerPoller = startPoller({ isLeader: false });
    await followerPoller.onModuleDestroy();
    expect(listFeedReads(tenant)).toEqual([]);
    await pollOnce(account);
    expect(listFeedReads(tenant)).toHaveLength(1);
  });

  it.each<[string, { account?: NewAccount; settings?: Partial<AccountSettings> }]>([
    ['has polling turned off', { settings: { serviceTitanPollingEnabled: false } }],
    ['has processing turned off', { settings: { active: false } }],
    ['is disabled', { account: { isActive: false } }],
    ['is a demo account', { account: { status: 'demo' } }],
    ['has no tenant', { account: { serviceTitanTenant: null } }],
    ['has no client ID', { settings: { serviceTitanClientId: null } }],
    ['has no client secret', { settings: { sealedServiceTitanClientSecret: null } }],
    ['was polled recently', { settings: { pollAfter: new Date(Date.now() + 60 * MINUTE_MS) } }],
  ])('skips an account that %s', async (_case, overrides) => {
    const { account } = await connect([{ id: 1 }], overrides);
    expect(await findDueAccount(account)).toBeUndefined();
  });

  it('neither polls nor queues received calls without an app key, except those with a link', async () => {
    const { tenant, account } = await connect([{ id: 1, recordingUrl: null }]);
    await pollOnce(account);
    vendor.requests.length = 0;
    const linkedCall = await database.makeCall(account.account.id, { state: 'received' });
    const sql = 'update calls set run_after = now() where account_id = $1';
    await database.query(sql, [account.account.id]);
    const poller = startPoller({ settings: { SERVICETITAN_APP_KEY: undefined } });
    const calls = await pollUntil(
      () => findCalls(account),
      (found) => found.some(({ id, state }) => id === linkedCall.id && state === 'queued'),
    );
    await poller.onModuleDestroy();
    expect(calls.map(({ state }) => state).toSorted()).toEqual(['queued', 'received']);
    expect(listFeedReads(tenant)).toEqual([]);
  });
});
