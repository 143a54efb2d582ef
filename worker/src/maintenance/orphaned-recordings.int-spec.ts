import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { Readable } from 'node:stream';

import { AccountsRepository } from '@ringwell/database/accounts/accounts.repository';
import { Call } from '@ringwell/database/calls/call.entity';
import { CallsRepository } from '@ringwell/database/calls/calls.repository';
import { DiskStorage } from '@ringwell/platform/storage/disk.storage';
import { playableCopyKey } from '@ringwell/platform/storage/playable-copy-key';
import { temporaryDirectory } from '@ringwell/testing/temporary-directory';
import { useTestDatabase } from '@ringwell/testing/test-database';

import { fakeLeader } from '../leader/testing/fake-leader';
import { OrphanedRecordingsLoop } from './orphaned-recordings.loop';

const LATER_MS = 25 * 3_600_000;

describe('OrphanedRecordingsLoop', () => {
  const directory = temporaryDirectory();
  const database = useTestDatabase();

  const createStorage = async (): Promise<DiskStorage> => {
    const storage = new DiskStorage(join(directory, randomUUID()));
    await storage.setUp(() => Promise.resolve(false));
    return storage;
  };
  const createLoop = (storage: DiskStorage): OrphanedRecordingsLoop => {
    const { manager } = database;
    const accounts = new AccountsRepository(manager);
    const calls = new CallsRepository(manager);
    return new OrphanedRecordingsLoop(fakeLeader(), storage, accounts, calls);
  };
  // Two failed calls with stored recordings but no keys.
  const makeCallsWithoutKeys = async (storage: DiskStorage) => {
    const { account } = await database.makeAccount();
    const recordingKeyFor = (id: string): string => `recordings/${account.id}/${id}`;
    const ids = [randomUUID(), randomUUID()];
    for (const id of ids) {
      const call = { id, state: 'failed', recordingKey: null, sealedRecordingUrl: 'v1.sealed' } as const;
      await database.makeCall(account.id, call);
      await storage.put(recordingKeyFor(id), Readable.from([Buffer.from('x')]));
    }
    return { accountId: account.id, ids, recordingKeyFor };
  };

  it('deletes nothing if none of the old recordings have an account, such as before a backup is restored', async () => {
    const storage = await createStorage();
    const key = `recordings/${randomUUID()}/${randomUUID()}`;
    await storage.put(key, Readable.from([Buffer.from('x')]));
    const later = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + LATER_MS);
    await createLoop(storage).pass();
    expect(await storage.stat(key)).toEqual({ bytes: 1 });
    // With short retention periods, an account may have no old recording that it needs.
    const { ids, recordingKeyFor } = await makeCallsWithoutKeys(storage);
    await createLoop(storage).pass();
    later.mockRestore();
    for (const oldKey of [key, ...ids.map(recordingKeyFor)]) expect(await storage.stat(oldKey)).toBeUndefined();
  });

  it('deletes the other recordings when one cannot be deleted', async () => {
    const storage = await createStorage();
    const { ids, recordingKeyFor } = await makeCallsWithoutKeys(storage);
    await database.query('delete from calls where id = any($1::uuid[])', [ids]);
    const remove = storage.delete.bind(storage);
    let deleteCount = 0;
    storage.delete = (key) => {
      deleteCount += 1;
      return deleteCount === 1 ? Promise.reject(new Error('no')) : remove(key);
    };
    expect(await createLoop(storage).sweep(Date.now() + LATER_MS)).toBe(1);
    const remainingStats = await Promise.all(ids.map((id) => storage.stat(recordingKeyFor(id))));
    expect(remainingStats.filter((stats) => stats !== undefined)).toHaveLength(1);
  });

  it('only deletes old recordings without a call', async () => {
    const { account } = await database.makeAccount();
    const call = await database.makeCall(account.id);
    const storage = await createStorage();
    const fetchingCall = await database.makeCall(account.id, { state: 'running', recordingKey: null });
    const callWithoutKey = await database.makeCall(account.id, { state: 'failed', recordingKey: null }); // the call ended before its recording key was saved
    const recordingKeyFor = (id: string): string => `recordings/${account.id}/${id}`;
    const keptKeys = [call.id, fetchingCall.id].map(recordingKeyFor);
    keptKeys.push(playableCopyKey(recordingKeyFor(call.id)));
    const copy = playableCopyKey(recordingKeyFor(randomUUID()));
    for (const key of [...keptKeys, ...[callWithoutKey.id, randomUUID()].map(recordingKeyFor), copy, 'exports/other'])
      await storage.put(key, Readable.from([Buffer.from('x')]));
    const loop = createLoop(storage);

    expect(await loop.sweep()).toBe(0); // calls may still be added for recent recordings
    expect(await loop.sweep(Date.now() + LATER_MS)).toBe(3);
    const remainingKeys: string[] = [];
    for await (const { key } of storage.list()) remainingKeys.push(key);
    expect(remainingKeys.sort()).toEqual(['exports/other', ...keptKeys].sort());
  });

  it('finishes an interrupted deletion of an expired recording even if the retention has since been lengthened', async () => {
    const { account } = await database.makeAccount();
    const { id } = await database.makeCall(account.id, { state: 'completed' });
    await database.query('update calls set recording_expired_at = now() where id = $1', [id]);
    const storage = await createStorage();
    const key = `recordings/${account.id}/${id}`;
    for (const file of [key, playableCopyKey(key)]) await storage.put(file, Readable.from([Buffer.from('x')]));
    expect(await createLoop(storage).sweep(Date.now() + LATER_MS)).toBe(2);
    expect([await storage.stat(key), await storage.stat(playableCopyKey(key))]).toEqual([undefined, undefined]);
    expect(await database.manager.findOneByOrFail(Call, { id })).toMatchObject({ recordingKey: null });
  });

  it('keeps a recording whose call is reprocessed after the check', async () => {
    const storage = await createStorage();
    const { ids, recordingKeyFor } = await makeCallsWithoutKeys(storage);
    const remove = storage.delete.bind(storage);
    const deletedKeys: string[] = [];
    storage.delete = async (key) => {
      deletedKeys.push(key);
      for (const id of ids.filter((otherId) => recordingKeyFor(otherId) !== key)) {
        await database.manager.update(Call, id, { state: 'completed', recordingKey: recordingKeyFor(id) });
      }
      await remove(key);
    };
    expect(await createLoop(storage).sweep(Date.now() + LATER_MS)).toBe(1);
    const keptIds = ids.filter((id) => !deletedKeys.includes(recordingKeyFor(id)));
    expect(keptIds).toHaveLength(1);
    expect(await storage.stat(recordingKeyFor(keptIds[0] ?? ''))).toEqual({ bytes: 1 });
  });

  it('fails when the storage is not mounted', async () => {
    const unmounted = new DiskStorage(join(directory, 'mount-point'));
    await expect(createLoop(unmounted).sweep()).rejects.toMatchObject({ code: 'STORAGE_UNAVAILABLE', retryable: true });
  });

  it('blocks runs of a call while its recording is being deleted', async () => {
    const storage = await createStorage();
    const { accountId, ids, recordingKeyFor } = await makeCallsWithoutKeys(storage);
    const rejections: unknown[] = [];
    storage.delete = (key) =>
      database.dataSource
        .transaction(async (manager) => {
          await manager.query(`set local lock_timeout = '100ms'`);
          const id = ids.find((candidate) => recordingKeyFor(candidate) === key) ?? '';
          await new CallsRepository(manager).reprocess(accountId, id).catch((error: unknown) => {
            rejections.push(error);
            throw error;
          });
        })
        .catch(() => undefined);
    expect(await createLoop(storage).sweep(Date.now() + LATER_MS)).toBe(2);
    const lockTimeout: unknown = expect.objectContaining({ code: '55P03' });
    expect(rejections).toEqual([lockTimeout, lockTimeout]);
  });
});
