import { randomBytes } from 'node:crypto';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';

import { AccountsRepository } from '@ringwell/database/accounts/accounts.repository';
import { AccountExportsRepository, type ListedExport } from '@ringwell/database/calls/account-exports.repository';
import { CallListsRepository } from '@ringwell/database/calls/call-lists.repository';
import type { Call } from '@ringwell/database/calls/call.entity';
import { ExportedCallsRepository } from '@ringwell/database/calls/exported-calls.repository';
import { Mail } from '@ringwell/database/deliveries/mail.entity';
import { ErasuresRepository } from '@ringwell/database/erasures/erasures.repository';
import { createLogger } from '@ringwell/platform/logging/create-logger';
import { DiskStorage } from '@ringwell/platform/storage/disk.storage';
import type { RecordingStorage } from '@ringwell/platform/storage/recording-storage';
import { S3Storage } from '@ringwell/platform/storage/s3.storage';
import { storageFull, storageUnavailable } from '@ringwell/platform/storage/storage-error';
import { FakeS3Server } from '@ringwell/testing/fake-s3-server';
import { makeReadyExport } from '@ringwell/testing/make-ready-export';
import { readZip } from '@ringwell/testing/read-zip';
import { temporaryDirectory } from '@ringwell/testing/temporary-directory';
import { useTestDatabase } from '@ringwell/testing/test-database';

import { fakeLeader } from '../leader/testing/fake-leader';
import type { MailerService } from '../mail/mailer.service';
import { ErasureLoop } from '../maintenance/erasure.loop';
import type { ServiceTitanNotesService } from '../servicetitan/service-titan-notes.service';
import { AccountExportLoop } from './account-export.loop';
import { ExpiredExportsLoop } from './expired-exports.loop';
import { ExportArchiveService } from './export-archive.service';
import { ExportFilesService } from './export-files.service';
import { ExportOutcomeService } from './export-outcome.service';

const QUIET_LOGGER = createLogger({ service: 'test', level: 'fatal' });
const CONFIG = { PRODUCT_NAME: 'Ringwell', PUBLIC_URL: 'https://calls.example.com', PORT: 3_000 };

const NO_NOTES = {} as ServiceTitanNotesService;

describe('AccountExportLoop', () => {
  const directory = temporaryDirectory();
  const s3 = new FakeS3Server();
  const database = useTestDatabase();
  const disk = new DiskStorage(directory);
  let storage: RecordingStorage;
  let accountId: string;
  let ownerId: string;

  beforeAll(async () => {
    await s3.start();
    await disk.setUp(() => Promise.resolve(false));
  });
  afterAll(() => s3.stop());
  beforeEach(async () => {
    await database.query('truncate users, accounts, mails cascade');
    await rm(join(directory, 'exports'), { recursive: true, force: true });
    const { account, user } = await database.makeAccount({
      user: { firstName: 'Pat', email: 'pat@cedar.example' },
      account: { company: 'Cedar Creek' },
      settings: { timeZone: 'America/New_York' },
    });
    [accountId, ownerId] = [account.id, user.id];
    storage = disk;
  });
  afterEach(() => jest.restoreAllMocks());

  const createRepository = (): AccountExportsRepository => new AccountExportsRepository(database.manager);
  function createLoop(loopStorage = storage): AccountExportLoop {
    const { manager } = database;
    const calls = new ExportedCallsRepository(manager);
    const files = new ExportFilesService(new CallListsRepository(manager), calls, loopStorage);
    return new AccountExportLoop(
      createRepository(),
      new ExportArchiveService(createRepository(), new AccountsRepository(manager), calls, files, loopStorage, CONFIG),
      new ExportOutcomeService(database.unitOfWork, { isAvailable: true } as MailerService, CONFIG),
      QUIET_LOGGER,
    );
  }
  const requestExport = (): Promise<string | undefined> => createRepository().request(accountId, ownerId);
  async function findLatest(): Promise<ListedExport> {
    const [accountExport] = await createRepository().list(accountId, 1);
    if (!accountExport) throw new Error('There is no export.');
    return accountExport;
  }
  const listEmails = (): Promise<Mail[]> => database.manager.find(Mail);
  const listStoredKeys = async (prefix = 'exports/'): Promise<string[]> => {
    const keys: string[] = [];
    for await (const { key } of storage.list(prefix)) keys.push(key);
    return keys;
  };
  const readArchive = async (): Promise<Map<string, Buffer>> =>
    readZip(await buffer(await storage.openRead((await findLatest()).storageKey ?? '')));
  async function makeRecordedCall(overrides: Partial<Call>, sound: Buffer): Promise<Call> {
    const call = await database.makeCompletedCall(accountId, { call: overrides });
    const recordingKey = `recordings/${accountId}/${call.id}`;
    await storage.put(recordingKey, Readable.from([sound]));
    const sql = 'update calls set recording_key = $2, recording_bytes = $3 where id = $1';
    await database.query(sql, [call.id, recordingKey, sound.length]);
    return call;
  }

  it.each(['a folder', 'a bucket'])(
    'writes the table, transcripts and recordings to one file in %s',
    async (storageKind) => {
      if (storageKind === 'a bucket')
        storage = new S3Storage({
          bucket: s3.bucket,
          region: 'us-east-1',
          endpoint: s3.origin,
          forcePathStyle: true,
          credentials: { accessKeyId: 'id', secretAccessKey: 'secret' },
        });
      // The file is larger than a single multipart upload part.
      const sounds = [randomBytes(9_000_000), randomBytes(40_000)] as const;
      const firstCall = await makeRecordedCall(
        {
          externalId: 'job-1',
          occurredAt: new Date('2026-03-31T14:05:00Z'),
          createdAt: new Date('2026-03-31T14:12:31Z'),
          recordingType: 'audio/mpeg',
          fromNumber: '+15551234567',
        },
        sounds[0],
      );
      const secondCall = await makeRecordedCall(
        { createdAt: new Date('2026-04-01T03:00:00Z'), recordingType: 'audio/wav' },
        sounds[1],
      );
      const callWithoutSpeech = await database.makeCall(accountId, {
        state: 'failed',
        createdAt: new Date('2026-04-02T03:00:00Z'),
      });
      const expiredCall = await makeRecordedCall({ recordingExpiredAt: new Date() }, randomBytes(9));
      await database.makeCompletedCall(accountId, { call: { source: 'demo' } });
      const otherAccount = await database.makeAccount();
      await database.makeCompletedCall(otherAccount.account.id);
      await requestExport();

      expect(await createLoop().runNextExport()).toBe(true);

      const { bytes, ...exportFields } = await findLatest();
      expect(exportFields).toMatchObject({ state: 'ready', percent: 100, totalCalls: 4, doneCalls: 4 });
      expect(exportFields.expiresAt!.getTime() - exportFields.finishedAt!.getTime()).toBe(7 * 86_400_000);
      expect(await storage.stat(exportFields.storageKey ?? '')).toEqual({ bytes });
      const files = await readArchive();
      const names = {
        first: `recordings/2026-03/2026-03-31_10-05-00_${firstCall.id}.mp3`,
        second: `recordings/2026-03/2026-03-31_23-00-00_${secondCall.id}.wav`,
      };
      expect([...files.keys()]).toEqual(['README.txt', 'calls.csv', 'transcripts.jsonl', names.second, names.first]);
      expect(files.get(names.first)?.equals(sounds[0])).toBe(true);
      expect(files.get(names.second)?.equals(sounds[1])).toBe(true);
      const rows = String(files.get('calls.csv')).split('\r\n');
      expect(rows).toHaveLength(6);
      expect(rows[0]).toMatch(/^\ufeffReceived \(America\/New_York\),Started/);
      expect(rows[4]).toMatch(/^2026-03-31 10:12:31,2026-03-31 10:05:00,,'\+15551234567,.*Positive/);
      expect(rows.map((row) => row.split(',').at(-1))).toEqual(expect.arrayContaining([secondCall.id, firstCall.id]));
      const lines = String(files.get('transcripts.jsonl')).trimEnd().split('\n');
      const transcripts = lines.map((line) => JSON.parse(line) as { callId: string });
      expect(transcripts.map(({ callId }) => callId)).toEqual([expiredCall.id, secondCall.id, firstCall.id]);
      expect(transcripts[2]).toEqual({
        callId: firstCall.id,
        externalId: 'job-1',
        startedAt: '2026-03-31T14:05:00.000Z',
        receivedAt: '2026-03-31T14:12:31.000Z',
        engine: 'pocketsphinx',
        language: 'en',
        speakersGuessed: false,
        quality: { level: 'good', score: 0.91 },
        segments: [
          { speaker: 'agent', startMs: 0, endMs: 900, text: 'Cedar Creek, hello.' },
          { speaker: 'customer', startMs: 1_000, endMs: 3_000, text: 'Thank you so much.', confidence: 0.8 },
        ],
      });
      expect(String(files.get('README.txt'))).toContain('account Cedar Creek');
      expect(JSON.stringify([...files.keys()])).not.toContain(callWithoutSpeech.id);
      expect(await listEmails()).toMatchObject([
        { recipient: 'pat@cedar.example', subject: 'Your Ringwell export is ready' },
      ]);
      expect((await listEmails())[0]?.body).toContain('https://calls.example.com/settings/data#privacy');
      expect(await createLoop().runNextExport()).toBe(false);
    },
  );

  it('exports an account without calls, and one with more calls than fit in a batch', async () => {
    await requestExport();
    await createLoop().runNextExport();
    expect([...(await readArchive()).keys()]).toEqual(['README.txt', 'calls.csv', 'transcripts.jsonl']);
    await database.query(
      `insert into calls (account_id, source, state, created_at)
       select $1, 'n8n', 'failed', now() - make_interval(secs => number) from generate_series(1, 1203) number`,
      [accountId],
    );
    await requestExport();
    await createLoop().runNextExport();
    expect(String((await readArchive()).get('calls.csv')).split('\r\n')).toHaveLength(1_205);
    // The new export replaces the earlier one.
    expect((await createRepository().list(accountId, 9)).map(({ state }) => state)).toEqual(['ready', 'replaced']);
  });

  it('names an account without a company after an owner who can sign in', async () => {
    const otherAccount = await database.makeAccount();
    const { id, email } = await database.makeMember(otherAccount, 'owner');
    await database.query('update users set is_active = false where id = $1', [otherAccount.user.id]);
    const exportId = await createRepository().request(otherAccount.account.id, id);
    expect(await createRepository().findEmailData(exportId ?? '')).toMatchObject({ accountName: email });
  });

  it('omits recordings that are missing or not yet redacted, and calls deleted during the export', async () => {
    const failedCall = await database.makeCall(accountId, { state: 'failed' });
    const withheldCall = await makeRecordedCall({ audioRedaction: 'pending' }, randomBytes(9));
    const deletedCall = await makeRecordedCall({ createdAt: new Date('2026-03-30T10:00:00Z') }, randomBytes(9));
    await makeRecordedCall({ createdAt: new Date('2026-03-31T10:00:00Z') }, randomBytes(9));
    const openRead = disk.openRead.bind(disk);
    jest.spyOn(disk, 'openRead').mockImplementation(async (key, ...options) => {
      await database.query('delete from calls where id = $1', [deletedCall.id]);
      return openRead(key, ...options);
    });
    await requestExport();
    await createLoop().runNextExport();
    const names = [...(await readArchive()).keys()];
    expect(names.filter((name) => name.startsWith('recordings/'))).toHaveLength(1);
    for (const { id } of [failedCall, withheldCall, deletedCall]) expect(names.join()).not.toContain(id);
  });

  it('stops a canceled export without leaving a file', async () => {
    const id = (await requestExport()) ?? '';
    await makeRecordedCall({}, randomBytes(9));
    jest.spyOn(disk, 'openRead').mockImplementation(() => {
      void createRepository().remove(accountId, id);
      return Promise.resolve(
        Readable.from(
          (async function* () {
            for (;;) {
              await new Promise((resolve) => setTimeout(resolve, 5));
              yield Buffer.alloc(100);
            }
          })(),
        ),
      );
    });
    await createLoop().runNextExport();
    expect(await findLatest()).toMatchObject({ state: 'canceled', storageKey: null });
    expect(await listStoredKeys()).toEqual([]);
    expect(await readdir(join(directory, '.temporary'))).toEqual([]);
    expect(await listEmails()).toEqual([]);
  });

  it('releases its export when the worker stops, and another worker picks it up', async () => {
    await requestExport();
    await makeRecordedCall({}, randomBytes(9));
    const stoppingLoop = createLoop();
    const openRead = disk.openRead.bind(disk);
    jest.spyOn(disk, 'openRead').mockImplementationOnce((...parameters) => {
      void stoppingLoop.onModuleDestroy();
      return openRead(...parameters);
    });
    await stoppingLoop.runNextExport();
    expect(await findLatest()).toMatchObject({ state: 'queued' });
    expect(await stoppingLoop.runNextExport()).toBe(false);
    expect(await createLoop().runNextExport()).toBe(true);
    expect(await findLatest()).toMatchObject({ state: 'ready' });
  });

  it("takes over a dead worker's export, gives up after five attempts, and notifies the requester", async () => {
    await requestExport();
    for (let attempt = 1; attempt <= 5; attempt += 1) {
      expect(await createRepository().claim()).toMatchObject({ attempts: attempt });
      expect(await createRepository().claim()).toBeUndefined();
      await database.query(`update account_exports set lease_until = now() - interval '1 second'`);
    }
    expect(await createLoop().runNextExport()).toBe(false);
    expect(await findLatest()).toMatchObject({ state: 'failed', failure: 'interrupted' });
    expect(await createLoop().runNextExport()).toBe(false);
    expect(await listEmails()).toMatchObject([{ subject: 'Your Ringwell export failed' }]);
  });

  it('fails with a reason when storage is full, notifies the requester, and leaves no file behind', async () => {
    await requestExport();
    jest.spyOn(disk, 'put').mockImplementation((_key, source) => {
      source.destroy();
      return Promise.reject(storageFull(new Error('ENOSPC')));
    });
    await createLoop().runNextExport();
    expect(await findLatest()).toMatchObject({ state: 'failed', failure: 'storage_full', storageKey: null });
    expect(await listEmails()).toMatchObject([
      { subject: 'Your Ringwell export failed', body: expect.stringContaining("wasn't enough space") as string },
    ]);
    expect(await listStoredKeys()).toEqual([]);
  });

  it('retries while storage is unavailable, then fails', async () => {
    await requestExport();
    jest.spyOn(disk, 'put').mockImplementation((_key, source) => {
      source.destroy();
      return Promise.reject(storageUnavailable(new Error('The storage is unavailable.')));
    });
    for (let attempt = 1; attempt <= 5; attempt += 1) {
      await createLoop().runNextExport();
      expect(await createLoop().runNextExport()).toBe(false);
      await database.query('update account_exports set run_after = now()');
    }
    expect(await findLatest()).toMatchObject({ state: 'failed', failure: 'internal' });
  });

  it('does not notify a former owner', async () => {
    await requestExport();
    await database.query(`update members set role = 'viewer'`);
    await createLoop().runNextExport();
    expect(await findLatest()).toMatchObject({ state: 'ready' });
    expect(await listEmails()).toEqual([]);
  });

  describe('ExpiredExportsLoop', () => {
    const deleteExpired = (): Promise<number> =>
      new ExpiredExportsLoop(fakeLeader(), createRepository(), storage).deleteUnneededFiles();

    it("deletes expired files, deleted accounts' files, and leftovers from failed attempts", async () => {
      await requestExport();
      await createLoop().runNextExport();
      const { storageKey } = await findLatest();
      await storage.put('exports/left.behind', Readable.from([Buffer.from('x')]));
      const otherAccount = await database.makeAccount();
      const { storageKey: otherKey } = await makeReadyExport(database.dataSource, otherAccount.account.id);
      await storage.put(otherKey, Readable.from([Buffer.from('x')]));
      expect(await deleteExpired()).toBe(1);
      expect((await listStoredKeys()).toSorted()).toEqual([storageKey, otherKey].toSorted());
      await database.query('delete from accounts where id = $1', [otherAccount.account.id]);
      expect(await deleteExpired()).toBe(1);
      await database.query('update account_exports set expires_at = now()');
      expect(await deleteExpired()).toBe(1);
      expect(await findLatest()).toMatchObject({ state: 'expired', storageKey: null });
      expect(await listStoredKeys()).toEqual([]);
    });
  });

  it('deletes the other files when one cannot be deleted, and retries it on a later pass', async () => {
    for (const name of ['exports/a', 'exports/b', 'exports/c'])
      await storage.put(name, Readable.from([Buffer.from('x')]));
    const remove = storage.delete.bind(storage);
    const deleteSpy = jest
      .spyOn(storage, 'delete')
      .mockImplementation((key) => (key === 'exports/b' ? Promise.reject(new Error('stuck')) : remove(key)));
    expect(await new ExpiredExportsLoop(fakeLeader(), createRepository(), storage).deleteUnneededFiles()).toBe(2);
    expect(await listStoredKeys()).toEqual(['exports/b']);
    deleteSpy.mockRestore();
    expect(await new ExpiredExportsLoop(fakeLeader(), createRepository(), storage).deleteUnneededFiles()).toBe(1);
  });

  describe('ErasureLoop', () => {
    const erase = (): Promise<number> =>
      new ErasureLoop(fakeLeader(), database.repositories.erasures, createRepository(), storage, NO_NOTES).erase();
    const requestErasure = (): Promise<string> =>
      database.repositories.erasures.requestCustomer(accountId, { id: null, keys: ['tel:+15551234567'] }, ownerId, 1);
    const makeDanaCall = (): Promise<Call> => makeRecordedCall({ customerKey: 'tel:+15551234567' }, randomBytes(9));

    it("erases exports that contain an erased customer's calls, but not later exports or other accounts' exports", async () => {
      await makeDanaCall();
      await requestExport();
      await createLoop().runNextExport();
      const otherAccount = await database.makeAccount();
      const otherExport = await makeReadyExport(database.dataSource, otherAccount.account.id);
      await requestErasure();
      await erase();
      expect(await findLatest()).toMatchObject({ state: 'erased', storageKey: null });
      expect(await createRepository().find(otherAccount.account.id, otherExport.id)).toMatchObject({ state: 'ready' });
      await requestExport();
      await createLoop().runNextExport();
      await erase();
      expect(await findLatest()).toMatchObject({ state: 'ready', totalCalls: 0 });
    });

    it('restarts an export in progress without the erased calls', async () => {
      await makeDanaCall();
      await requestExport();
      const claimedExport = await createRepository().claim();
      await requestErasure();
      await erase();
      expect(await createRepository().extend(claimedExport!, { totalCalls: 1, doneCalls: 0, percent: 0 })).toBe(false);
      expect(await findLatest()).toMatchObject({ state: 'queued' });
      await createLoop().runNextExport();
      expect(await findLatest()).toMatchObject({ state: 'ready', totalCalls: 0 });
    });

    it('restarts an export that started while the erasure was being saved', async () => {
      await makeDanaCall();
      await requestErasure();
      const erasingRunner = database.dataSource.createQueryRunner();
      await erasingRunner.startTransaction();
      const erasures = new ErasuresRepository(erasingRunner.manager);
      await erasures.deleteNextCalls((await erasures.findNextCustomer())!, 50);
      await requestExport();
      const claimedExport = await createRepository().claim();
      await erasingRunner.commitTransaction();
      await erasingRunner.release();
      await erase();
      expect(await createRepository().extend(claimedExport!, { totalCalls: 1, doneCalls: 0, percent: 0 })).toBe(false);
    });

    it('erases exports containing a deleted call once its deletion is final', async () => {
      const { id } = await makeDanaCall();
      await requestExport();
      await createLoop().runNextExport();
      await database.dataSource.transaction((manager) =>
        new ErasuresRepository(manager).deleteCall(accountId, id, ownerId),
      );
      await erase();
      expect(await findLatest()).toMatchObject({ state: 'ready' });
      await database.query('update deleted_calls set erase_at = now()');
      await makeReadyExport(database.dataSource, accountId, { startedAt: new Date(Date.now() + 1_000) });
      await erase();
      expect((await createRepository().list(accountId, 9)).map(({ state }) => state)).toEqual(['ready', 'erased']);
    });
  });
});
