import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';

import type { EntityManager } from 'typeorm';

import { DeletedCallsRepository } from '@ringwell/database/erasures/deleted-calls.repository';
import { ErasuresRepository, type ErasureReceipt } from '@ringwell/database/erasures/erasures.repository';
import { unavailable } from '@ringwell/domain/errors/app-error';
import { DiskStorage } from '@ringwell/platform/storage/disk.storage';
import { dumpDatabase } from '@ringwell/testing/database-dump';
import { explainQueries } from '@ringwell/testing/explain-queries';
import { temporaryDirectory } from '@ringwell/testing/temporary-directory';
import { useTestDatabase } from '@ringwell/testing/test-database';

import { fakeLeader } from '../leader/testing/fake-leader';
import type { ServiceTitanNotesService } from '../servicetitan/service-titan-notes.service';
import { ErasureLoop } from './erasure.loop';

const NO_NOTES = {} as ServiceTitanNotesService;
const DANA_PHONES = ['+15551234567', '+15551234568'] as const;
const LEE = '+15551234569';

describe('ErasureLoop', () => {
  const directory = temporaryDirectory();
  const storage = new DiskStorage(directory);
  const database = useTestDatabase();
  let accountId: string;
  let ownerId: string;
  beforeAll(() => storage.setUp(() => Promise.resolve(false)));
  beforeEach(async () => {
    await database.query('truncate users, accounts cascade');
    const { account, user } = await database.makeAccount({ user: { firstName: 'Pat' } });
    [accountId, ownerId] = [account.id, user.id];
  });

  const erasures = (): ErasuresRepository => new ErasuresRepository(database.manager);
  const createLoop = (loopStorage = storage, repository = erasures()): ErasureLoop =>
    new ErasureLoop(fakeLeader(), repository, database.repositories.accountExports, loopStorage, NO_NOTES);
  const query = <T>(sql: string, parameters: unknown[] = []): Promise<T> => database.query(sql, parameters);
  const findReceipt = async (id: string): Promise<ErasureReceipt | null> => erasures().find(accountId, id);

  async function makeCall(fromNumber: string, hasKey = true): Promise<string> {
    const id = randomUUID();
    const recordingKey = `recordings/${accountId}/${id}`;
    await storage.put(recordingKey, Readable.from([Buffer.from('x')]));
    const customerKey = hasKey ? `tel:${fromNumber}` : null;
    const state = hasKey ? 'completed' : 'failed';
    await database.makeCompletedCall(accountId, {
      call: { id, recordingKey, fromNumber, direction: 'inbound', customerKey, state, customerName: 'Dana Reyes' },
    });
    return id;
  }
  const isStored = async (id: string): Promise<boolean> =>
    (await storage.stat(`recordings/${accountId}/${id}`)) !== undefined;
  const deleteCall = (id: string): Promise<boolean> =>
    database.dataSource.transaction((manager) => new ErasuresRepository(manager).deleteCall(accountId, id, ownerId));
  const requestErasure = (): Promise<string> => {
    const keys = DANA_PHONES.map((phone) => `tel:${phone}`);
    return erasures().requestCustomer(accountId, { id: null, keys }, ownerId, 3);
  };

  it('keeps a call while its deletion can be undone, then deletes the recording', async () => {
    const id = await makeCall(DANA_PHONES[0]);
    await deleteCall(id);
    expect(await createLoop().erase()).toBe(0);
    expect(await isStored(id)).toBe(true);
    await query(`update deleted_calls set erase_at = now()`);
    expect(await createLoop().erase()).toBe(1);
    expect(await isStored(id)).toBe(false);
    expect(await erasures().list(accountId, 10)).toMatchObject([
      {
        kind: 'call',
        calls: 1,
        erasedCalls: 1,
        recordings: 1,
        requesterName: 'Pat',
        finishedAt: expect.any(Date) as Date,
      },
    ]);
  });

  it("deletes a call's transcript even if deleting its recording has to be retried", async () => {
    const [firstId, secondId] = [await makeCall(DANA_PHONES[0]), await makeCall(LEE)];
    await deleteCall(firstId);
    await deleteCall(secondId);
    await query(`update deleted_calls set erase_at = now()`);
    const faultyStorage = new DiskStorage(directory);
    jest.spyOn(faultyStorage, 'delete').mockImplementation((key) => {
      if (!key.endsWith(firstId)) return storage.delete(key);
      throw unavailable('STORAGE_UNAVAILABLE', 'Unavailable.', { retryable: true });
    });
    const loop = createLoop(faultyStorage);
    const now = Date.now();
    expect(await loop.erase(now)).toBe(1);
    expect(await query('select call_id, snapshot from deleted_calls')).toEqual([{ call_id: firstId, snapshot: null }]);
    jest.restoreAllMocks();
    expect(await loop.erase(now + 30_000)).toBe(0);
    expect(await loop.erase(now + 61_000)).toBe(1);
    expect(await isStored(firstId)).toBe(false);
  });

  it("erases a customer's numbers, follow-ups and calls, including calls without a result, but not other customers' data", async () => {
    const { customerId } = await database.makeFollowUp(accountId, { phone: DANA_PHONES[0] });
    await query('insert into customer_keys (account_id, key, customer_id) values ($1, $2, $3)', [
      accountId,
      `tel:${DANA_PHONES[1]}`,
      customerId,
    ]);
    const ids = [await makeCall(DANA_PHONES[1]), await makeCall('(555) 123-4568', false)];
    await query(`update customers set name = 'Mrs. Reyes', is_name_corrected = true`);
    const leeFollowUp = await database.makeFollowUp(accountId, { phone: LEE, customerName: 'Lee Ortiz' });
    await query(
      `insert into service_titan_jobs (account_id, id, phones, is_canceled, created_at, modified_at)
       select $1, phone, array['tel:' || phone], false, now(), now() from unnest($2::text[]) phone`,
      [accountId, [DANA_PHONES[1], LEE]],
    );
    await query(
      `insert into inbox_folders (account_id, checked_at, waiting, names, refused)
       values ($1, now(), 0, array['in/' || $2], jsonb_build_array(jsonb_build_object('name', $2::text)))`,
      [accountId, DANA_PHONES[1]],
    );
    const otherCallId = await makeCall(LEE, false);
    await query('update usage_records set call_data = null where call_id = any($1)', [
      [leeFollowUp.callId, otherCallId],
    ]);
    const id = await requestErasure();
    expect(await findReceipt(id)).toMatchObject({ calls: 3, erasedCalls: 0, finishedAt: null });
    await createLoop().erase();
    expect(await findReceipt(id)).toMatchObject({ calls: 3, erasedCalls: 3, finishedAt: expect.any(Date) as Date });
    for (const call of ids) expect(await isStored(call)).toBe(false);
    expect(await isStored(otherCallId)).toBe(true);
    const dump = JSON.stringify(await dumpDatabase(database.dataSource));
    for (const text of ['Mrs. Reyes', '5551234567', '5551234568', '123-4568']) expect(dump).not.toContain(text);
    expect(await query('select id from service_titan_jobs')).toEqual([{ id: LEE }]);
    expect(await query('select id from follow_ups')).toEqual([{ id: leeFollowUp.id }]);
    expect(await query('select name from customers')).toEqual([{ name: 'Lee Ortiz' }]);
    expect((await query<{ id: string }[]>('select id from calls')).map((call) => call.id).toSorted()).toEqual(
      [leeFollowUp.callId, otherCallId].toSorted(),
    );
  });

  it.each([
    ['is in a SIP address', 'sip:+15551234567@203.0.113.7', true],
    ['has an extension', '+1 (555) 123-4567 x12', true],
    ['is from another country but ends in the same digits', '+445551234567', false],
    ['is longer but ends in the same digits', '0015551234567890', false],
  ])('erases a call without a result if the number %s: %s', async (_, number, isErased) => {
    await makeCall(number, false);
    const id = await requestErasure();
    await createLoop().erase();
    expect(await findReceipt(id)).toMatchObject({
      erasedCalls: isErased ? 1 : 0,
      finishedAt: expect.any(Date) as Date,
    });
    expect(await query('select id from calls')).toHaveLength(isErased ? 0 : 1);
  });

  it('erases other customers and earlier deletions even if one customer cannot be erased', async () => {
    const [callId, deletedId] = [await makeCall(DANA_PHONES[0]), await makeCall(LEE)];
    await deleteCall(deletedId);
    await query(`update deleted_calls set erase_at = now()`);
    const failingId = await erasures().requestCustomer(accountId, { id: null, keys: ['tel:+15559999999'] }, ownerId, 0);
    const id = await requestErasure();
    const repository = erasures();
    const originalDelete = repository.deleteNextCalls.bind(repository);
    repository.deleteNextCalls = (erasure, limit) =>
      erasure.id === failingId ? Promise.reject(new Error('too slow')) : originalDelete(erasure, limit);
    const loop = createLoop(storage, repository);
    const now = Date.now();
    expect(await loop.erase(now)).toBe(2);
    expect(await isStored(callId)).toBe(false);
    expect(await findReceipt(id)).toMatchObject({ finishedAt: expect.any(Date) as Date });
    expect(await findReceipt(failingId)).toMatchObject({ finishedAt: null });
    repository.deleteNextCalls = originalDelete;
    await loop.erase(now + 61_000);
    expect(await findReceipt(failingId)).toMatchObject({ finishedAt: expect.any(Date) as Date });
  });

  it("uses an index to find a customer's calls in a large account", async () => {
    await query(
      `insert into calls (account_id, source, state, from_number, party_keys)
       select $1, 'n8n', 'failed', '+1555' || number, array['tel:+1555' || number] from generate_series(1, 20000) number`,
      [accountId],
    );
    await query('vacuum analyze calls');
    const keys = ['tel:+155512345'];
    const id = await erasures().requestCustomer(accountId, { id: null, keys }, ownerId, 1);
    const plans = await explainQueries(database.manager, async (manager) => {
      const repository = new ErasuresRepository(manager);
      expect(await repository.countCalls(accountId, keys)).toBe(1);
      const erasure = await repository.findNextCustomer();
      if (erasure) await repository.deleteNextCalls(erasure, 50);
    });
    expect(plans).toContain('ix_calls_parties');
    expect(plans).not.toContain('Seq Scan on calls');
    expect(await findReceipt(id)).toMatchObject({ calls: 1 });
  });

  it('continues in another worker, no matter which step the first worker stopped at', async () => {
    const ids: string[] = [];
    for (let calls = 0; calls < 5; calls += 1) ids.push(await makeCall(DANA_PHONES[0]));
    const leeCallId = await makeCall(LEE);
    const id = await requestErasure();
    const erasure = await erasures().findNextCustomer();
    if (erasure) await erasures().deleteNextCalls(erasure, 2);
    await erasures().claimDue(1, []);
    await storage.delete(`recordings/${accountId}/${ids[0]}`);
    expect(await createLoop().erase()).toBe(5);
    expect(await findReceipt(id)).toMatchObject({ calls: 5, erasedCalls: 5, recordings: 5 });
    for (const call of ids) expect(await isStored(call)).toBe(false);
    expect(await isStored(leeCallId)).toBe(true);
  });

  it('erases a call whose deletion is being undone at the same time', async () => {
    const callId = await makeCall(DANA_PHONES[0]);
    await deleteCall(callId);
    const id = await requestErasure();
    const undo = (manager: EntityManager): Promise<unknown> =>
      new DeletedCallsRepository(manager).restore(accountId, callId);
    expect(await database.whileLocked(undo, [], () => createLoop().erase())).toBe(1);
    expect(await findReceipt(id)).toMatchObject({ erasedCalls: 1, finishedAt: expect.any(Date) as Date });
    expect(await query('select id from calls')).toEqual([]);
  });

  it('removes the name of a customer who is being merged with another one', async () => {
    const { customers } = database.repositories;
    const erasedId = await customers.findOrCreate(accountId, `tel:${DANA_PHONES[0]}`, 'Mrs. Reyes');
    const { customerId } = await database.makeFollowUp(accountId, { phone: LEE, customerName: null });
    await requestErasure();
    const mergeSql = `
      with moved as (update customer_keys set customer_id = $2 where customer_id = $1)
      update customers set name = 'Mrs. Reyes', is_name_corrected = true where id = $2`;
    await database.whileLocked(mergeSql, [erasedId, customerId], () => createLoop().erase());
    expect(await query('select name from customers where id = $1', [customerId])).toEqual([{ name: null }]);
  });

  it('keeps calls that arrive after the request, but removes the earlier name', async () => {
    const { customerId } = await database.makeFollowUp(accountId, { phone: DANA_PHONES[0] });
    await query(`update customers set name = 'Mrs. Reyes', is_name_corrected = true`);
    const id = await requestErasure();
    const laterFollowUp = await database.makeFollowUp(accountId, {
      phone: DANA_PHONES[0],
      customerName: null,
    });
    await createLoop().erase();
    expect(await findReceipt(id)).toMatchObject({ erasedCalls: 1 });
    expect(await query('select id from calls')).toEqual([{ id: laterFollowUp.callId }]);
    expect(await query('select id, name from customers')).toEqual([{ id: customerId, name: null }]);
  });
});
