import { execFileSync } from 'node:child_process';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';

import { AccountExport } from '@ringwell/database/calls/account-export.entity';
import { AccountExportsRepository } from '@ringwell/database/calls/account-exports.repository';
import { DiskStorage } from '@ringwell/platform/storage/disk.storage';
import { FakeTranscriptionServer } from '@ringwell/testing/fake-transcription-server';
import { readZip } from '@ringwell/testing/read-zip';
import { SHORT_CALL } from '@ringwell/testing/test-system';
import { useTestSystem } from '@ringwell/testing/use-test-system';

const CALL_COUNT = 30;
const RECORDING = Buffer.alloc(40_000, 7);

describe('a full export', () => {
  const provider = new FakeTranscriptionServer();
  const system = useTestSystem([provider], { workers: 0, env: () => ({ TRANSCRIPTION_BASE_URL: provider.baseUrl }) });

  it('starts over when its worker is killed, cleans up after the first attempt, and does not delay calls', async () => {
    const { database } = system;
    const account = await database.makeAccount();
    const accountId = account.account.id;
    const storage = new DiskStorage(system.storageDir);
    await storage.put('recordings/shared', Readable.from([RECORDING]));
    // An export pauses halfway until something is written to this pipe.
    const slowPath = join(system.storageDir, 'recordings/slow');
    execFileSync('mkfifo', [slowPath]);
    await database.query(
      `insert into calls (account_id, source, state, created_at, recording_key, recording_type, recording_bytes)
       select $1, 'n8n', 'failed', now() - make_interval(secs => number),
         case number when $2 / 2 then 'recordings/slow' else 'recordings/shared' end, 'audio/wav', $3
       from generate_series(1, $2::int) number`,
      [accountId, CALL_COUNT, RECORDING.length],
    );
    const listTemporaryFiles = (): Promise<string[]> => readdir(join(system.storageDir, '.temporary')).catch(() => []);
    const findExport = (): Promise<AccountExport> => database.manager.findOneByOrFail(AccountExport, { accountId });
    const waitForExport = async (isMet: (accountExport: AccountExport) => boolean): Promise<AccountExport> => {
      for (;;) {
        const accountExport = await findExport();
        if (isMet(accountExport)) return accountExport;
        await sleep(20);
      }
    };

    const firstWorker = await system.startWorkerProcess();
    await new AccountExportsRepository(database.manager).request(accountId, account.user.id);
    await waitForExport(({ doneCalls }) => doneCalls > 0);
    await firstWorker.kill();
    expect(await listTemporaryFiles()).toHaveLength(1);
    await database.query(`update account_exports set lease_until = now() - interval '1 second'`);
    await system.startWorker();
    await waitForExport(({ attempts, doneCalls }) => attempts === 2 && doneCalls > 0);
    const call = await system.submit(account, SHORT_CALL);
    expect(await system.waitForCall(account, call)).toMatchObject({ state: 'completed' });
    expect(await findExport()).toMatchObject({ state: 'running', attempts: 2 });

    await writeFile(slowPath, RECORDING);
    const { storageKey } = await waitForExport(({ state }) => state === 'ready');
    const files = await readZip(await buffer(await storage.openRead(storageKey ?? '')));
    expect(files.size).toBe(CALL_COUNT + 3);
    for (const [name, content] of files)
      if (name.startsWith('recordings/') && !content.equals(RECORDING)) throw new Error(`${name} is damaged.`);
    expect(await listTemporaryFiles()).toEqual([]);
    expect(await readdir(join(system.storageDir, 'exports'))).toHaveLength(1);
  });
});
