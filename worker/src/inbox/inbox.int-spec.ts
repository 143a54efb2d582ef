import { execFileSync } from 'node:child_process';
import { appendFile, mkdir, readFile, rename, rm, stat, symlink, truncate, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { Agent } from '@ringwell/database/calls/agent.entity';
import { callIdHashesSql } from '@ringwell/database/calls/deleted-ids';
import { unavailable } from '@ringwell/domain/errors/app-error';
import { DiskStorage } from '@ringwell/platform/storage/disk.storage';

import { fakeLeader } from '../leader/testing/fake-leader';
import { FolderInbox } from './folder.inbox';
import { InboxError } from './inbox-source';
import { SETTLE_MS, useInbox } from './testing/use-inbox';

const DAY_MS = 86_400_000;
const FREEPBX_NAME = '2026/11/28/external-201-15551234567-20261128-101500-1795861300.12.mp3';

describe('InboxLoop', () => {
  const {
    root,
    inboxDir,
    storage,
    database,
    addAccount,
    createIntake,
    createLoop,
    passLater,
    pickUpAll,
    putFile,
    findCalls,
    findFolder,
    listFiles,
  } = useInbox();
  let audio: Buffer;
  beforeAll(async () => {
    audio = await readFile('libs/testing/short-call.mp3');
  });
  const listStoredKeys = async (accountId: string): Promise<string[]> => {
    const keys: string[] = [];
    for await (const { key } of storage.list(`recordings/${accountId}/`)) keys.push(key);
    return keys.sort();
  };

  async function eraseCustomer(accountId: string, key: string): Promise<void> {
    const { erasures } = database.repositories;
    await erasures.requestCustomer(accountId, { id: null, keys: [key] }, null, 0);
    for (let erasure = await erasures.findNextCustomer(); erasure; erasure = await erasures.findNextCustomer())
      await erasures.deleteNextCalls(erasure, 10);
  }

  it('turns an unchanged file into a call with the details from its name, then moves it', async () => {
    const { id, folder } = await addAccount({ timeZone: 'America/New_York' });
    await putFile(folder, FREEPBX_NAME, audio);
    const loop = createLoop();
    await loop.pass();
    expect(await findCalls(id)).toEqual([]);
    expect(await findFolder(id)).toMatchObject({ waiting: 1, problem: null });
    await passLater(loop);
    const [call, ...otherCalls] = await findCalls(id);
    expect(otherCalls).toEqual([]);
    expect(call).toMatchObject({
      source: 'inbox',
      state: 'queued',
      direction: 'inbound',
      fromNumber: '15551234567',
      toNumber: '201',
      agentSource: 'given',
      occurredAt: new Date('2026-11-28T10:15:00-05:00'),
      recordingType: 'audio/mpeg',
      recordingBytes: audio.length,
      audioRedaction: 'unchecked',
    });
    const agent = await database.manager.findOneByOrFail(Agent, { id: call?.agentId ?? '' });
    expect(agent.name).toBe('Extension 201');
    const copy = join(root, 'copy');
    await storage.copyToFile(call?.recordingKey ?? '', copy);
    expect(await readFile(copy)).toEqual(audio);
    expect(await listFiles(folder)).toEqual([join('done', FREEPBX_NAME)]);
    expect(await findFolder(id)).toMatchObject({
      waiting: 0,
      names: [FREEPBX_NAME],
      takenAt: expect.any(Date) as Date,
      refused: [],
    });
  });

  it("takes a file's time from its name or its last change, but not from a recorder without a clock", async () => {
    const { id, folder } = await addAccount({ timeZone: 'America/New_York' });
    const nameWithWrongDate = FREEPBX_NAME.replace('2026/11/28', '1970/01/01').replace('20261128', '19700101');
    for (const name of [FREEPBX_NAME, nameWithWrongDate, 'changed.mp3', 'clockless.mp3'])
      await putFile(folder, name, audio);
    const [changedAt, receivedAt] = [new Date('2026-11-27T09:00:00Z'), new Date('2026-11-26T09:00:00Z')];
    await utimes(join(folder, 'changed.mp3'), changedAt, changedAt);
    await utimes(join(folder, nameWithWrongDate), receivedAt, receivedAt);
    for (const name of [FREEPBX_NAME, 'clockless.mp3']) await utimes(join(folder, name), 0, 0);
    await pickUpAll(createLoop());
    expect((await findCalls(id)).map(({ occurredAt }) => occurredAt).sort()).toEqual(
      [new Date('2026-11-28T10:15:00-05:00'), changedAt, receivedAt, null].sort(),
    );
  });

  it('waits while a file is growing, and picks up a renamed file', async () => {
    const { id, folder } = await addAccount();
    const loop = createLoop();
    const growingFile = join(folder, 'growing.mp3');
    await writeFile(growingFile, audio.subarray(0, 5_000));
    await writeFile(join(folder, 'renamed.mp3.tmp'), audio);
    await loop.pass();
    await appendFile(growingFile, audio.subarray(5_000));
    await rename(join(folder, 'renamed.mp3.tmp'), join(folder, 'renamed.mp3'));
    await passLater(loop);
    expect(await findCalls(id)).toEqual([]);
    await passLater(loop);
    expect((await findCalls(id)).map(({ recordingBytes }) => recordingBytes)).toEqual([audio.length, audio.length]);
  });

  it.each(['.hidden.mp3', 'a.mp3.part', 'b.tmp', '~c.mp3', 'd.mp3~', '.folder/e.mp3', 'Thumbs.db', 'Done/f.mp3'])(
    'ignores %s',
    async (name) => {
      const { id, folder } = await addAccount();
      await mkdir(dirname(join(folder, name)), { recursive: true });
      await writeFile(join(folder, name), audio);
      await pickUpAll(createLoop());
      expect(await findCalls(id)).toEqual([]);
      expect(await listFiles(folder)).toEqual([name]);
    },
  );

  it('can leave files in place, and picks up each version once, even after a restart', async () => {
    const { id, folder } = await addAccount({ inboxAfter: 'leave' });
    await putFile(folder, 'a.mp3', audio);
    await putFile(folder, 'b.mp3', audio);
    for (const loop of [createLoop(), createLoop()]) {
      await pickUpAll(loop);
      await passLater(loop);
    }
    expect(await findCalls(id)).toHaveLength(2);
    const { atimeMs, mtimeMs } = await stat(join(folder, 'a.mp3'));
    await utimes(join(folder, 'a.mp3'), atimeMs / 1_000, Math.floor(mtimeMs / 1_000)); // as on a share that rounds timestamps to seconds
    await putFile(folder, 'b.mp3', Buffer.concat([audio, audio]));
    await pickUpAll(createLoop());
    expect((await findCalls(id)).map(({ recordingBytes }) => recordingBytes).sort()).toEqual(
      [audio.length, audio.length, audio.length * 2].sort(),
    );
    expect(await listFiles(folder)).toEqual(['a.mp3', 'b.mp3']);
  });

  it("deletes files if the account's settings say so", async () => {
    const { id, folder } = await addAccount({ inboxAfter: 'delete' });
    await putFile(folder, 'a.mp3', audio);
    await pickUpAll(createLoop());
    expect(await findCalls(id)).toHaveLength(1);
    expect(await listFiles(folder)).toEqual([]);
  });

  it('picks up a new file with the same name as an earlier file, and keeps both in done', async () => {
    const { id, folder } = await addAccount();
    for (const contents of [audio, Buffer.concat([audio, audio])]) {
      await putFile(folder, 'a.mp3', contents);
      await pickUpAll(createLoop());
    }
    expect(await findCalls(id)).toHaveLength(2);
    expect(await listFiles(folder)).toEqual(['done/a (2).mp3', 'done/a.mp3']);
  });

  it.each(['move', 'delete'] as const)(
    'picks up a new file that replaces an earlier file before it is removed (%s)',
    async (inboxAfter) => {
      const { id, folder } = await addAccount({ inboxAfter });
      const secondContents = Buffer.concat([audio, audio]);
      const source = new FolderInbox(inboxDir);
      for (const step of ['moveToDone', 'remove'] as const) {
        const originalStep = source[step].bind(source);
        source[step] = async (...parameters) => {
          if ((await findCalls(id)).length === 1) await putFile(folder, 'a.mp3', secondContents);
          await originalStep(...parameters);
        };
      }
      await putFile(folder, 'a.mp3', audio);
      const loop = createLoop({ source });
      await pickUpAll(loop);
      await pickUpAll(loop);
      expect((await findCalls(id)).map(({ recordingBytes }) => recordingBytes).sort()).toEqual(
        [audio.length, secondContents.length].sort(),
      );
      expect(await listFiles(folder)).toEqual(inboxAfter === 'move' ? ['done/a.mp3'] : []);
    },
  );

  it('does not restore a deleted call', async () => {
    const { id, folder } = await addAccount({ inboxAfter: 'leave' });
    await putFile(folder, 'a.mp3', audio);
    await pickUpAll(createLoop());
    await database.query(
      `with deleted as (delete from calls where account_id = $1 returning *)
       insert into deleted_call_ids (account_id, hash, call_id)
       select account_id, hash, id from deleted, unnest(${callIdHashesSql('deleted')}) hash where hash is not null`,
      [id],
    );
    await pickUpAll(createLoop());
    expect(await findCalls(id)).toEqual([]);
  });

  describe('after a crash', () => {
    it('creates one call with one recording, no matter which step a crash interrupts', async () => {
      const { id, folder } = await addAccount();
      await putFile(folder, 'a.mp3', audio);
      const source = new FolderInbox(inboxDir);
      const crash = (): Promise<never> => Promise.reject(new Error('killed'));

      const loopBeforeStoring = createLoop({ source: Object.assign(new FolderInbox(inboxDir), { open: crash }) });
      await pickUpAll(loopBeforeStoring).catch(() => undefined);
      const crashingStorage = new DiskStorage(join(root, 'recordings'));
      const originalPut = crashingStorage.put.bind(crashingStorage);
      crashingStorage.put = async (...parameters) => {
        await originalPut(...parameters);
        return crash();
      };
      await pickUpAll(createLoop({ intake: createIntake({ storage: crashingStorage }) })).catch(() => undefined);
      expect(await findCalls(id)).toEqual([]);

      const loopBeforeMoving = createLoop({ source: Object.assign(source, { moveToDone: crash }) });
      await expect(pickUpAll(loopBeforeMoving)).rejects.toThrow('killed');
      expect(await listFiles(folder)).toEqual(['a.mp3']);

      await pickUpAll(createLoop());
      const [call, ...otherCalls] = await findCalls(id);
      expect(otherCalls).toEqual([]);
      expect(await listStoredKeys(id)).toEqual([call?.recordingKey]);
      expect(await listFiles(folder)).toEqual(['done/a.mp3']);
    });

    it('creates one call per file when two leaders work at the same time', async () => {
      const { id, folder } = await addAccount();
      const names = Array.from({ length: 15 }, (_, index) => `call-${String(index).padStart(2, '0')}.mp3`);
      for (const name of names) await putFile(folder, name, Buffer.concat([audio, Buffer.from(name)]));
      const loops = [createLoop(), createLoop()];
      await Promise.all(loops.map((loop) => loop.pass()));
      await Promise.all(loops.map((loop) => passLater(loop)));
      await passLater(createLoop());
      const calls = await findCalls(id);
      expect(new Set(calls.map(({ recordingSha256 }) => recordingSha256)).size).toBe(15);
      expect(calls).toHaveLength(15);
      expect(await listStoredKeys(id)).toEqual(calls.map(({ recordingKey }) => recordingKey).sort());
      expect(await listFiles(folder)).toEqual(names.map((name) => `done/${name}`));
    });
  });

  describe('refuses', () => {
    it.each<[string, (path: string) => Promise<void>, string]>([
      ['a file that is not a recording', (path) => writeFile(path, 'date,number\n'), "can't read this file"],
      [
        'a recording that is too large',
        async (path) => {
          await writeFile(path, audio);
          await truncate(path, 51 * 1_048_576);
        },
        'larger than 50 MB',
      ],
      [
        'a file that stays empty for a day',
        async (path) => {
          await writeFile(path, '');
          const yesterday = new Date(Date.now() - DAY_MS - 60_000);
          await utimes(path, yesterday, yesterday);
        },
        'empty',
      ],
    ])('%s, and writes the reason next to it', async (_, writeInvalidFile, reason) => {
      const { id, folder } = await addAccount();
      await mkdir(join(folder, 'today'));
      await writeInvalidFile(join(folder, 'today', 'a.mp3'));
      await pickUpAll(createLoop());
      expect(await listFiles(folder)).toEqual(['refused/today/a.mp3', 'refused/today/a.mp3.txt']);
      expect(await readFile(join(folder, 'refused/today/a.mp3.txt'), 'utf8')).toContain(reason);
      expect(await findFolder(id)).toMatchObject({
        refused: [
          { name: 'today/a.mp3', reason: expect.stringContaining(reason) as string, at: expect.any(String) as string },
        ],
        waiting: 0,
        problem: null,
      });
      expect(await findCalls(id)).toEqual([]);
      expect(await listStoredKeys(id)).toEqual([]);
    });

    it('a file that was moved back, and keeps the one refused earlier', async () => {
      const { id, folder } = await addAccount();
      const loop = createLoop();
      await putFile(folder, 'list.csv', 'date,number\n');
      await pickUpAll(loop);
      await rename(join(folder, 'refused/list.csv'), join(folder, 'list.csv'));
      await pickUpAll(loop);
      expect(await listFiles(folder)).toEqual([
        'refused/list (2).csv',
        'refused/list (2).csv.txt',
        'refused/list.csv.txt',
      ]);
      expect(await findFolder(id)).toMatchObject({ waiting: 0, problem: null });
    });

    it('a file with a maximum-length name, under a shorter name', async () => {
      const { id, folder } = await addAccount();
      await putFile(folder, `${'ü'.repeat(125)}.csv`, 'date,number\n');
      await pickUpAll(createLoop());
      const name = `refused/${'ü'.repeat(118)}.csv`;
      expect(await listFiles(folder)).toEqual([name, `${name}.txt`]);
      expect(await findFolder(id)).toMatchObject({ problem: null, refused: [{ name: `${'ü'.repeat(125)}.csv` }] });
    });

    it('files from accounts that are disabled or out of storage, but not from accounts with processing turned off', async () => {
      const disabledAccount = await addAccount({}, { account: { isActive: false } });
      const pausedAccount = await addAccount({ active: false });
      const fullAccount = await addAccount({ storageQuotaGb: 1 });
      await database.query(
        `insert into account_storage (account_id, bytes) values ($1, 1e12)
          on conflict (account_id) do update set bytes = excluded.bytes`,
        [fullAccount.id],
      );
      for (const { folder } of [disabledAccount, pausedAccount, fullAccount]) await putFile(folder, 'a.mp3', audio);
      await pickUpAll(createLoop());
      expect(await listFiles(disabledAccount.folder)).toEqual(['refused/a.mp3', 'refused/a.mp3.txt']);
      expect(await readFile(join(fullAccount.folder, 'refused/a.mp3.txt'), 'utf8')).toContain('storage is full');
      expect(await findCalls(pausedAccount.id)).toEqual([
        expect.objectContaining({ state: 'skipped', skipReason: 'account_inactive' }),
      ]);
      expect(await listStoredKeys(fullAccount.id)).toEqual([]);
    });
  });

  it('waits for an empty file that may still be written to', async () => {
    const { id, folder } = await addAccount();
    await writeFile(join(folder, 'a.mp3'), '');
    const loop = createLoop();
    await pickUpAll(loop);
    expect(await listFiles(folder)).toEqual(['a.mp3']);
    await writeFile(join(folder, 'a.mp3'), audio);
    await pickUpAll(loop);
    expect(await findCalls(id)).toHaveLength(1);
  });

  it('leaves files in place while storage is full, and picks them up afterward', async () => {
    const { id, folder } = await addAccount();
    await putFile(folder, 'a.mp3', audio);
    const fullStorage = new DiskStorage(join(root, 'recordings'));
    const originalPut = fullStorage.put.bind(fullStorage);
    fullStorage.put = (_key, source) => {
      source.destroy();
      return Promise.reject(unavailable('STORAGE_FULL', 'The storage is full.', { retryable: true }));
    };
    const loop = createLoop({ intake: createIntake({ storage: fullStorage }) });
    await loop.pass();
    await expect(passLater(loop)).rejects.toThrow('The storage is full.');
    expect(await findFolder(id)).toMatchObject({ waiting: 1, problem: 'The storage is full.', refused: [] });
    fullStorage.put = originalPut;
    await loop.pass();
    expect(await findCalls(id)).toHaveLength(1);
    expect(await findFolder(id)).toMatchObject({ waiting: 0, problem: null });
  });

  it('does not follow links or read a file that was replaced by a link', async () => {
    const { id, folder } = await addAccount();
    const outsideFolder = join(root, 'outside');
    await mkdir(outsideFolder, { recursive: true });
    await writeFile(join(outsideFolder, 'secret.mp3'), audio);
    await symlink(join(outsideFolder, 'secret.mp3'), join(folder, 'link.mp3'));
    await symlink(outsideFolder, join(folder, 'linked'));
    await putFile(folder, 'sub/secret.mp3', audio);
    await putFile(folder, 'a.mp3', audio);
    await putFile(folder, 'pipe.mp3', audio);
    const loop = createLoop();
    await loop.pass();
    await rm(join(folder, 'sub'), { recursive: true });
    await symlink(outsideFolder, join(folder, 'sub'));
    await rm(join(folder, 'a.mp3'));
    await symlink(join(outsideFolder, 'secret.mp3'), join(folder, 'a.mp3'));
    await rm(join(folder, 'pipe.mp3'));
    execFileSync('mkfifo', [join(folder, 'pipe.mp3')]);
    await passLater(loop);
    await passLater(loop);
    await passLater(loop);
    expect(await findCalls(id)).toEqual([]);
    expect(await listFiles(outsideFolder)).toEqual(['secret.mp3']);
  });

  it('picks up files from folders with non-ASCII names', async () => {
    const { id, folder } = await addAccount();
    const name = 'Anrufe\u2028März/[Søren 李 😀]_201-15551234567_20261128101500(12).mp3';
    await putFile(folder, name, audio);
    await pickUpAll(createLoop());
    expect(await findCalls(id)).toEqual([expect.objectContaining({ direction: 'outbound', toNumber: '15551234567' })]);
    expect(await listFiles(folder)).toEqual([`done/${name}`]);
  });

  it('picks up files from up to ten levels of subfolders', async () => {
    const { id, folder } = await addAccount();
    const deepestFolder = '1/2/3/4/5/6/7/8/9/10';
    await putFile(folder, `${deepestFolder}/a.mp3`, audio);
    await putFile(folder, `${deepestFolder}/11/b.mp3`, audio);
    await pickUpAll(createLoop());
    expect(await findCalls(id)).toHaveLength(1);
    expect(await listFiles(folder)).toEqual([`${deepestFolder}/11/b.mp3`, `done/${deepestFolder}/a.mp3`]);
  });

  it('reports which folder cannot be used and what to do, then continues with the others', async () => {
    const brokenAccount = await addAccount();
    const workingAccount = await addAccount();
    for (const { folder } of [brokenAccount, workingAccount]) {
      await putFile(folder, 'a.mp3', audio);
      await putFile(folder, 'list.csv', 'date,number\n');
    }
    await writeFile(join(brokenAccount.folder, 'done'), '');
    await writeFile(join(brokenAccount.folder, 'refused'), '');
    const loop = createLoop();
    await pickUpAll(loop);
    await passLater(loop);
    expect(await findCalls(brokenAccount.id)).toHaveLength(1);
    expect((await findFolder(brokenAccount.id))?.problem).toBe(
      `${join(brokenAccount.folder, 'done')} is a file, but must be a folder. Rename the file.`,
    );
    expect(await listFiles(workingAccount.folder)).toEqual(['done/a.mp3', 'refused/list.csv', 'refused/list.csv.txt']);
    await rm(join(brokenAccount.folder, 'done'));
    await passLater(loop);
    expect(await findCalls(brokenAccount.id)).toHaveLength(1);
    expect(await listFiles(brokenAccount.folder)).toEqual(['done/a.mp3', 'list.csv', 'refused']);
  });

  it('reports why a refused file cannot be moved, then moves it once it can', async () => {
    const { id, folder } = await addAccount();
    await putFile(folder, 'list.csv', 'date,number\n');
    await writeFile(join(folder, 'refused'), '');
    const loop = createLoop();
    await pickUpAll(loop);
    await passLater(loop);
    expect((await findFolder(id))?.problem).toContain('refused is a file, but must be a folder.');
    await rm(join(folder, 'refused'));
    await passLater(loop, 3_600_000);
    await passLater(loop);
    expect(await listFiles(folder)).toEqual(['refused/list.csv', 'refused/list.csv.txt']);
    expect(await findFolder(id)).toMatchObject({ problem: null, refused: [{ name: 'list.csv' }] });
    expect((await findFolder(id))?.refused).toHaveLength(1);
  });

  it('reports a folder with a non-UTF-8 name, and picks up the other files', async () => {
    const { id, folder } = await addAccount();
    const name = Buffer.concat([Buffer.from(`${folder}/M`), Buffer.from([0xe4]), Buffer.from('rz')]);
    await mkdir(name);
    await putFile(folder, 'a.mp3', audio);
    await pickUpAll(createLoop());
    expect((await findFolder(id))?.problem).toContain('M\uFFFDrz: the name is not UTF-8.');
    expect(await findCalls(id)).toHaveLength(1);
  });

  it('reports folders without an account, and a missing inbox folder', async () => {
    await mkdir(join(inboxDir, 'reyes-hvac'));
    const loop = createLoop();
    await loop.pass();
    expect(loop.problem).toContain("reyes-hvac can't be used: name each folder after the ID of an account");
    await rm(join(inboxDir, 'reyes-hvac'), { recursive: true });
    await loop.pass();
    expect(loop.problem).toBeNull();
    const loopWithoutFolder = createLoop({ source: new FolderInbox(join(root, 'nowhere')) });
    await expect(loopWithoutFolder.pass()).rejects.toThrow();
    expect(loopWithoutFolder.problem).toBe(
      `The inbox can't be checked. ${join(root, 'nowhere')} does not exist. Create it, or mount the share.`,
    );
  });

  it('tells the owner that the folder is missing until it is back', async () => {
    const { id, folder } = await addAccount();
    await putFile(folder, 'a.mp3', audio);
    const loop = createLoop();
    await loop.pass();
    const folderBefore = await findFolder(id);
    await rm(folder, { recursive: true });
    await createLoop().pass();
    const missingFolder = await findFolder(id);
    expect(missingFolder).toMatchObject({
      waiting: 0,
      problem: 'The folder is gone. Ask your administrator to create it again.',
    });
    expect(missingFolder?.checkedAt.getTime()).toBeGreaterThan(folderBefore?.checkedAt.getTime() ?? Infinity);
    await mkdir(folder);
    await loop.pass();
    expect(await findFolder(id)).toMatchObject({ problem: null });
  });

  it('does not restore file names that are erased during a pass', async () => {
    const { id, folder } = await addAccount();
    const loop = createLoop();
    await putFile(folder, 'Dana.mp3', audio);
    await putFile(folder, 'list.csv', 'date,number\n');
    await pickUpAll(loop);
    expect(await findFolder(id)).toMatchObject({ names: ['Dana.mp3'], refused: [{ name: 'list.csv' }] });
    const source = new FolderInbox(inboxDir);
    const scan = source.scan.bind(source);
    source.scan = async (accountId) => {
      if (accountId === id) await eraseCustomer(id, 'tel:+15550100142');
      return scan(accountId);
    };
    await createLoop({ source }).pass();
    expect(await findFolder(id)).toMatchObject({ names: [], refused: [] });
  });

  it('is not blocked by a share that hangs, and continues once it responds', async () => {
    const { id, folder } = await addAccount();
    await putFile(folder, 'a.mp3', audio);
    const loop = createLoop({ source: new FolderInbox(inboxDir, 2_000) });
    await loop.pass();
    process.kill(findInboxChildPid(), 'SIGSTOP'); // as if the process were waiting in a system call
    await expect(loop.pass()).rejects.toThrow('is not responding');
    expect(loop.problem).toContain('If it is a network share, check its server and the connection.');
    while (loop.problem !== null) await passLater(loop).catch(() => sleep(10)); // waits for the process to end
    expect(await findCalls(id)).toHaveLength(1);
  });

  it("continues with other accounts while one account's folder hangs, and retries that folder less often", async () => {
    const hangingAccount = await addAccount();
    const workingAccount = await addAccount();
    await putFile(workingAccount.folder, 'a.mp3', audio);
    const source = new FolderInbox(inboxDir);
    const scan = source.scan.bind(source);
    let scanCount = 0;
    source.scan = (id) => {
      if (id !== hangingAccount.id) return scan(id);
      scanCount += 1;
      return Promise.reject(new InboxError('The share is not responding.', true));
    };
    const loop = createLoop({ source });
    await pickUpAll(loop);
    expect(await findCalls(workingAccount.id)).toHaveLength(1);
    expect(await findFolder(hangingAccount.id)).toMatchObject({ problem: 'The share is not responding.' });
    expect(scanCount).toBe(1);
    await passLater(loop, 300_000);
    expect(scanCount).toBe(2);
  });

  it('stops reporting once another worker is the leader', async () => {
    const leader = fakeLeader();
    const loop = createLoop({ leader, source: new FolderInbox(join(root, 'nowhere')) });
    await expect(loop.pass()).rejects.toThrow();
    leader.isLeader = false;
    expect(loop.problem).toBeNull();
  });

  it('does nothing unless it is the leader', async () => {
    const { id, folder } = await addAccount();
    await putFile(folder, 'a.mp3', audio);
    const leader = fakeLeader();
    const loop = createLoop({ leader });
    await loop.pass();
    leader.isLeader = false;
    await passLater(loop, SETTLE_MS);
    expect(await findCalls(id)).toEqual([]);
  });
});

// The latest child process for an inbox.
function findInboxChildPid(): number {
  const lines = execFileSync('ps', ['-o', 'pid=,args=', '--ppid', String(process.pid)], { encoding: 'utf8' }).split(
    '\n',
  );
  const children = lines.filter((line) => line.includes('inbox-child.cjs')).map((line) => Number.parseInt(line, 10));
  const child = children.at(-1);
  if (child === undefined) throw new Error('No inbox process is running.');
  return child;
}
