import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';

import { CallsRepository } from '@ringwell/database/repositories/calls.repository';
import { createLogger } from '@ringwell/platform/logging/create-logger';
import { DiskStorage } from '@ringwell/platform/storage/disk.storage';
import { makeAccount } from '@ringwell/testing/make-account';
import { makeCall } from '@ringwell/testing/make-call';
import { temporaryDirectory } from '@ringwell/testing/temporary-directory';
import { createTestDatabase, type TestDatabase } from '@ringwell/testing/test-database';

import type { LeaderElection } from '../dispatch/leader-election';
import { RecordingSweep } from './recording-sweep';

describe('the sweep of recordings', () => {
  const directory = temporaryDirectory();
  let database: TestDatabase;
  beforeAll(async () => { database = await createTestDatabase(); });
  afterAll(() => database.drop());

  it('deletes old recordings without a call, and nothing else', async () => {
    const { dataSource } = database;
    const { user } = await makeAccount(dataSource);
    const call = await makeCall(dataSource, user.id);
    const storage = new DiskStorage(directory);
    const fetching = await makeCall(dataSource, user.id, { state: 'running', recordingKey: null });
    const forgotten = await makeCall(dataSource, user.id, { state: 'failed', recordingKey: null }); // it ended before its recording was noted
    const keyOf = (id: string): string => `recordings/${user.id}/${id}`;
    const kept = [call.id, fetching.id].map(keyOf);
    for (const key of [...kept, ...[forgotten.id, randomUUID()].map(keyOf), 'exports/other']) await storage.put(key, Readable.from([Buffer.from('x')]));
    const sweep = new RecordingSweep({ isLeader: true } as LeaderElection, storage, new CallsRepository(dataSource.manager),
      createLogger({ service: 'test', level: 'fatal' }));

    expect(await sweep.sweep()).toBe(0); // young ones may still get their call
    expect(await sweep.sweep(Date.now() + 25 * 3_600_000)).toBe(2);
    const left: string[] = [];
    for await (const { key } of storage.list()) left.push(key);
    expect(left.sort()).toEqual(['exports/other', ...kept].sort());
  });
});
