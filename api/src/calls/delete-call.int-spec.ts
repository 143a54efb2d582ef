import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

import { DataSource } from 'typeorm';

import { BookingFact } from '@ringwell/database/calls/booking-fact.entity';
import { CallCheck } from '@ringwell/database/calls/call-check.entity';
import { Call } from '@ringwell/database/calls/call.entity';
import { Delivery, DeliveryAttempt } from '@ringwell/database/deliveries/delivery.entity';
import { ErasuresRepository } from '@ringwell/database/erasures/erasures.repository';
import { dumpDatabase } from '@ringwell/testing/database-dump';
import { IntakeClient, makeWav, type FormParts } from '@ringwell/testing/intake-client';
import { makeFollowUp } from '@ringwell/testing/make-follow-up';
import { problem } from '@ringwell/testing/session-client';
import { useSignedInOwner } from '@ringwell/testing/use-signed-in-owner';

const PHONE = '+15551234567';
// Content of the call created by `makeFollowUp`.
const CONTENT = ['Dana Reyes', PHONE, 'Cedar Creek, hello', 'did not show up', 'waiting since eight', 'Gate code'];
const LISTS = [
  '/api/calls',
  '/api/calls?search=Dana',
  '/api/calls?search=thank',
  '/api/calls/export.csv',
  '/api/customers',
  '/api/follow-ups',
  '/api/my/recent-calls',
];

describe('Deleting a call', () => {
  beforeEach(async () => {
    await database.query('truncate users, accounts cascade');
  });
  const { api, database, owner: account, client: owner } = useSignedInOwner();

  const addFollowUp = (options?: Parameters<typeof makeFollowUp>[2]): ReturnType<typeof makeFollowUp> =>
    database.makeFollowUp(account.account.id, options);
  const query = <T>(sql: string, parameters: unknown[] = []): Promise<T> => database.query(sql, parameters);
  const makeMessage = (callId: string, message: Partial<Delivery>): Promise<Delivery> =>
    database.makeDelivery(account.account.id, { callId, destination: PHONE, ...message });

  /** Creates a call with a row in every table that references calls, and an earlier call from the same customer. */
  async function makeCallWithAllData(): Promise<{ callId: string; followUpId: string; customerId: string | null }> {
    const { manager } = database;
    const { id: followUpId, callId, customerId } = await addFollowUp();
    const agentId = await database.repositories.agents.findOrCreateFromInput(account.account.id, 'Pat');
    const details = { agentId, agentSource: 'corrected', externalId: 'lead-1', idempotencyKey: 'k-1' } as const;
    await manager.update(Call, { id: callId }, details);
    await query(`update usage_records set metadata = '{"ldsData": {"name": "Dana Reyes"}, "durationSeconds": 40}'`);
    const sql = 'insert into usage_daily (account_id, day, minutes, calls) values ($1, current_date, 0.68, 1)';
    await query(sql, [account.account.id]);
    const sentMessage = await makeMessage(callId, { channel: 'servicetitan', state: 'sent', providerRef: 'job:4711' });
    await manager.insert(DeliveryAttempt, {
      deliveryId: sentMessage.id,
      attempt: 1,
      outcome: 'sent',
      startedAt: new Date(),
    });
    await makeMessage(callId, { state: 'pending' });
    await manager.insert(CallCheck, { callId, accountId: account.account.id, checkedBy: account.user.id });
    await database.repositories.pendingWords.add({ id: callId, accountId: account.account.id, runNumber: 1 });
    await manager.insert(BookingFact, { callId, accountId: account.account.id, evidence: 'lead_call', jobId: '4711' });
    expect((await owner.post(`/api/calls/${callId}/shares`, { scope: 'summary', days: 7 })).status).toBe(201);
    const correction = { sentiment: 'neutral', why: 'Gate code request, not a complaint' };
    expect((await owner.send('PUT', `/api/calls/${callId}/correction`, correction)).status).toBe(200);
    const [{ version }] = await query<[{ version: number }]>('select version from follow_ups where id = $1', [
      followUpId,
    ]);
    await owner.patch(`/api/follow-ups/${followUpId}`, { version, action: 'note', note: 'Gate code 4711' });
    await query(`insert into follow_up_events (follow_up_id, type, note) values ($1, 'noted', 'Gate code 4711')`, [
      followUpId,
    ]);
    return { callId, followUpId, customerId };
  }

  it('removes the call everywhere, but keeps its usage amounts', async () => {
    const { callId } = await makeCallWithAllData();
    const response = await owner.send<{ id: string }>('DELETE', `/api/calls/${callId}`);
    expect(response).toMatchObject({ status: 200, body: { id: callId } });
    for (const path of ['', '/transcript', '/audio', '/deliveries', '/shares'])
      expect((await owner.get(`/api/calls/${callId}${path}`)).status).toBe(404);
    for (const path of LISTS) {
      const { status, body } = await owner.get(path);
      expect(status).toBe(200);
      for (const text of [callId, ...CONTENT]) expect(JSON.stringify(body)).not.toContain(text);
    }
    await query(`update deleted_calls set erase_at = now()`);
    expect(await database.repositories.erasures.claimDue(10, [])).toMatchObject([{ callId }]);
    await database.repositories.erasures.finish([callId]);
    await database.repositories.erasures.closeReceipts();
    const dump = await dumpDatabase(database.dataSource);
    for (const text of CONTENT) expect(JSON.stringify(dump)).not.toContain(text);
    const tables = Object.entries(dump).flatMap(([table, rows]) => (rows.some((r) => r.includes(callId)) ? table : []));
    expect(tables).toEqual(['deleted_call_ids']);
    expect(await query('select minutes, call_id, call_data, metadata from usage_records')).toEqual([
      { minutes: '0.68', call_id: null, call_data: null, metadata: { durationSeconds: 40 } },
    ]);
    expect(await query('select calls from usage_daily')).toEqual([{ calls: 1 }]);
    const { body } = await owner.get<{ erasures: object[] }>('/api/my/erasures');
    expect(body.erasures).toMatchObject([{ kind: 'call', calls: 1, erasedCalls: 1, recordings: 1 }]);
  });

  it('can be undone completely', async () => {
    const { callId } = await makeCallWithAllData();
    const originalDump = await dumpDatabase(database.dataSource);
    await owner.send('DELETE', `/api/calls/${callId}`);
    const { status } = await owner.post(`/api/calls/${callId}/restore`);
    expect(status).toBe(204);
    expect(await dumpDatabase(database.dataSource)).toEqual(originalDump);
    expect((await owner.post(`/api/calls/${callId}/restore`)).body).toMatchObject({ code: 'UNDO_TOO_LATE' });
  });

  it('can be undone after an upgrade has added columns', async () => {
    const { callId } = await makeCallWithAllData();
    const originalDump = await dumpDatabase(database.dataSource);
    await owner.send('DELETE', `/api/calls/${callId}`);
    await query(`update deleted_calls set snapshot = snapshot #- '{analyses,0,flags}' #- '{follow_ups,0,tries}'
      #- '{follow_ups,0,is_danger}' #- '{call,has_given_transcript}'`);
    expect((await owner.post(`/api/calls/${callId}/restore`)).status).toBe(204);
    expect(await dumpDatabase(database.dataSource)).toEqual(originalDump);
  });

  it('keeps the data needed to remove its notes from ServiceTitan on request', async () => {
    const { callId } = await addFollowUp();
    const note = { channel: 'servicetitan', destination: 'Tenant 1', state: 'sent' } as const;
    await query(`update accounts set service_titan_tenant = '1'`);
    await makeMessage(callId, { ...note, providerRef: 'customer:815/note:16' });
    await makeMessage(callId, { ...note, providerRef: 'job:4711', runNumber: 2 });
    const invalidResponse = await owner.send('DELETE', `/api/calls/${callId}?removeNotes=yes`);
    expect(invalidResponse).toMatchObject(problem(400, 'VALIDATION_FAILED'));
    expect((await owner.get(`/api/calls/${callId}`)).status).toBe(200);
    expect((await owner.send('DELETE', `/api/calls/${callId}?removeNotes=true`)).status).toBe(200);
    expect(await database.repositories.erasures.list(account.account.id, 1)).toMatchObject([{ notesRemoved: null }]);
    await query('update deleted_calls set erase_at = now()');
    expect(await database.repositories.erasures.claimDue(10, [])).toMatchObject([
      { callId, noteReferences: ['Tenant 1/customer:815/note:16'] },
    ]);
  });

  it('cannot be undone once the call is being erased', async () => {
    const { callId } = await addFollowUp();
    await owner.send('DELETE', `/api/calls/${callId}`);
    await query(`update deleted_calls set erase_at = now() - interval '1 s'`);
    expect((await owner.post(`/api/calls/${callId}/restore`)).status).toBe(404);
  });

  it('keeps a follow-up and a customer with other calls, and restores the answer about a promise when undone', async () => {
    const first = await addFollowUp({ kind: 'promise', customerName: 'Old Name' });
    const second = await addFollowUp({ kind: 'promise', calledAt: new Date(Date.now() - 1_000) });
    expect(second.id).toBe(first.id);
    const originalDump = await dumpDatabase(database.dataSource);
    await owner.send('DELETE', `/api/calls/${second.callId}`);
    expect(await query('select call_id, call_count, state from follow_ups')).toEqual([
      { call_id: first.callId, call_count: 1, state: 'open' },
    ]);
    expect(await query('select name, recent_calls from customers')).toEqual([{ name: 'Old Name', recent_calls: 1 }]);
    await owner.post(`/api/calls/${second.callId}/restore`);
    expect(await dumpDatabase(database.dataSource)).toEqual(originalDump);
  });

  it('can be undone after the customer has called again', async () => {
    const first = await addFollowUp();
    await owner.send('DELETE', `/api/calls/${first.callId}`);
    const second = await addFollowUp();
    expect(second.id).not.toBe(first.id);
    expect((await owner.post(`/api/calls/${first.callId}/restore`)).status).toBe(204);
    const sql = 'select call_id from follow_up_calls where follow_up_id = $1';
    const calls = await query<{ call_id: string }[]>(sql, [second.id]);
    expect(calls.map(({ call_id }) => call_id).toSorted()).toEqual([first.callId, second.callId].toSorted());
    expect(await query('select id, recent_calls from customers')).toEqual([{ id: second.customerId, recent_calls: 2 }]);
  });

  it("can be undone after its customer has been merged, which restores its follow-up's history", async () => {
    const { id, callId, customerId } = await addFollowUp();
    await owner.patch(`/api/follow-ups/${id}`, { action: 'note', note: 'Gate code 4711' });
    await database.makeCompletedCall(account.account.id, { call: { customerKey: `tel:${PHONE}` } });
    const keptId = await database.repositories.customers.findOrCreate(account.account.id, 'tel:+15551234568', null);
    await owner.send('DELETE', `/api/calls/${callId}`);
    expect((await owner.post(`/api/customers/${keptId}/merge`, { customerId })).status).toBe(200);
    expect((await owner.post(`/api/calls/${callId}/restore`)).status).toBe(204);
    expect((await owner.get(`/api/follow-ups/${id}`)).body).toMatchObject({
      customer: { id: keptId },
      events: [{ type: 'opened' }, { type: 'noted', note: 'Gate code 4711' }],
    });
    expect(await query('select id, recent_calls from customers')).toEqual([{ id: keptId, recent_calls: 2 }]);
  });

  it.each([
    ['merged', 3],
    ['moved', 1],
  ] as const)(
    "puts a restored call back in its customer's follow-up after the other call was %s",
    async (change, callCount) => {
      const fetch = async <T = object>(path: string): Promise<T> => (await owner.get<T>(path)).body;
      const [{ callId, customerId }, second] = [await addFollowUp(), await addFollowUp({ calledAt: new Date() })];
      const otherFollowUp = await addFollowUp({ phone: '+15551234568' });
      await owner.delete(`/api/calls/${callId}`);
      if (change === 'merged') await owner.post(`/api/customers/${otherFollowUp.customerId}/merge`, { customerId });
      else {
        await owner.delete(`/api/calls/${otherFollowUp.callId}`);
        await owner.patch(`/api/calls/${second.callId}`, { from: '+15551234568' });
      }
      expect((await owner.post(`/api/calls/${callId}/restore`)).status).toBe(204);
      const { customer } = await fetch<{ customer: { id: string } }>(`/api/calls/${callId}`);
      const { followUpId } = await fetch<{ followUpId: string }>(`/api/customers/${customer.id}`);
      expect(await fetch(`/api/follow-ups/${followUpId}`)).toMatchObject({ callCount, customer });
    },
  );

  it("returns a restored follow-up to its customer, even if the call's number was split off", async () => {
    const [accountId, otherPhone] = [account.account.id, '+15551234569'];
    const { id, callId: ownCallId, customerId } = await addFollowUp();
    const splitFollowUp = await addFollowUp({ phone: otherPhone });
    await database.makeCompletedCall(accountId, { call: { customerKey: `tel:${PHONE}` } });
    const { customers } = database.repositories;
    const keptId = await customers.findOrCreate(accountId, 'tel:+15551234568', null);
    const change = async (path: string, body?: object): Promise<void> => {
      expect((await owner.post(path, body)).status).toBeLessThan(300);
    };
    await change(`/api/customers/${customerId}/merge`, { customerId: splitFollowUp.customerId });
    await change(`/api/customers/${customerId}/split`, { phone: otherPhone });
    for (const callId of [ownCallId, splitFollowUp.callId]) await owner.send('DELETE', `/api/calls/${callId}`);
    await change(`/api/customers/${keptId}/merge`, { customerId });
    await change(`/api/calls/${splitFollowUp.callId}/restore`);
    expect((await owner.get(`/api/follow-ups/${id}`)).body).toMatchObject({ customer: { id: keptId }, callCount: 1 });
  });

  it('stops a run, and queues the call again when undone', async () => {
    const leaseToken = randomUUID();
    const { id } = await database.makeCompletedCall(account.account.id, {
      call: { state: 'running', resultRunNumber: null, leaseToken, leaseUntil: new Date(Date.now() + 15_000) },
    });
    await owner.send('DELETE', `/api/calls/${id}`);
    expect(
      await query('update calls set updated_at = now() where lease_token = $1 returning id', [leaseToken]),
    ).toEqual([[], 0]);
    await owner.post(`/api/calls/${id}/restore`);
    expect(await database.manager.findOneByOrFail(Call, { id })).toMatchObject({
      state: 'queued',
      leaseToken: null,
    });
  });

  it("makes the API reject the call if it's sent again", async () => {
    const client = new IntakeClient(api.url, account.token);
    const key = { 'idempotency-key': randomUUID() };
    const form: FormParts = [
      ['externalId', 'x-1'],
      ['audio', makeWav(9_000)],
    ];
    const firstResponse = await client.postForm(form);
    const keyResponse = await client.postForm([['audio', makeWav(9_000)]], key);
    for (const { body } of [firstResponse, keyResponse]) {
      const response = await owner.send('DELETE', `/api/n8n/calls/${body.id}`, undefined, {
        cookie: '',
        authorization: `Bearer ${account.token}`,
      });
      expect(response.status).toBe(200);
    }
    const code = 'CALL_DELETED';
    expect(await client.postForm(form)).toMatchObject({ status: 409, body: { code } });
    expect(await client.postForm([['audio', makeWav(9_000)]], key)).toMatchObject({ status: 409, body: { code } });
    expect(await client.postForm([['audio', makeWav(9_000)]])).toMatchObject({ status: 202 });
  });

  it('does not deadlock with a correction to its transcript', async () => {
    const { id } = await database.makeCompletedCall(account.account.id);
    const deletion = database.dataSource.createQueryRunner();
    await deletion.startTransaction();
    await deletion.query('select from calls where id = $1 for no key update', [id]);
    const transactions = jest.spyOn(api.app.get(DataSource), 'transaction');
    const correction = owner.patch(`/api/calls/${id}/transcript`, { from: 'Cedar', to: 'Birch' });
    expect(await Promise.race([correction, sleep(300)])).toBeUndefined();
    await new ErasuresRepository(deletion.manager).deleteCall(account.account.id, id, account.user.id);
    await deletion.commitTransaction();
    await deletion.release();
    expect(await correction).toMatchObject({ status: 404 });
    expect(transactions).toHaveBeenCalledTimes(1); // not retried after a deadlock
  });

  it("does not lock the account while the customer's calls are counted", async () => {
    const lockingRunner = database.dataSource.createQueryRunner();
    await lockingRunner.startTransaction();
    await lockingRunner.query('lock table calls in access exclusive mode');
    const request = owner.post('/api/my/erase', { phone: PHONE });
    await database.waitForLocks();
    expect(await query('select id from accounts for update skip locked')).toEqual([{ id: account.account.id }]);
    await lockingRunner.commitTransaction();
    await lockingRunner.release();
    expect(await request).toMatchObject({ status: 202, body: { calls: 0 } });
  });

  it('treats a null customer or phone number as missing when a customer is erased', async () => {
    const { customerId } = await database.makeFollowUp(account.account.id, { phone: PHONE });
    const countCalls = (customer: object) => owner.post('/api/my/erase/count', customer);
    for (const customer of [
      { customerId: null, phone: PHONE },
      { customerId, phone: null },
    ])
      expect(await countCalls(customer)).toMatchObject({ status: 200, body: { calls: 1 } });
    expect(await countCalls({ customerId: null, phone: null })).toMatchObject(problem(400, 'VALIDATION_FAILED'));
  });

  it("is only open to owners, and hides other accounts' calls", async () => {
    const { id } = await database.makeCompletedCall(account.account.id);
    const managerClient = await api.signIn(await database.makeMember(account, 'manager'));
    expect((await managerClient.send('DELETE', `/api/calls/${id}`)).status).toBe(403);
    const stranger = await database.makeAccount();
    const strangerClient = await api.signIn(stranger.user);
    expect((await strangerClient.send('DELETE', `/api/calls/${id}`)).status).toBe(404);
    await owner.send('DELETE', `/api/calls/${id}`);
    expect((await strangerClient.post(`/api/calls/${id}/restore`)).status).toBe(404);
    expect((await owner.send('DELETE', `/api/calls/${id}`)).status).toBe(404);
  });

  it('keeps counting a demo call toward the demo limit', async () => {
    const demo = await database.makeAccount({ account: { status: 'demo' } });
    const session = await api.signIn(demo.user);
    const { id } = await database.makeCompletedCall(demo.account.id, { call: { source: 'demo' } });
    const fetchDemoUsage = async (): Promise<unknown> => (await session.get('/api/my/demo-usage')).body;
    const originalUsage = await fetchDemoUsage();
    expect((await session.send('DELETE', `/api/calls/${id}`)).status).toBe(200);
    expect(await fetchDemoUsage()).toEqual(originalUsage);
  });
});
