import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { Call } from '@ringwell/database/calls/call.entity';
import { collectGarbage } from '@ringwell/testing/collect-garbage';

import { FolderInbox } from './folder.inbox';
import { inboxKey } from './inbox-source';
import { useInbox } from './testing/use-inbox';

const OLD_FILE_COUNT = 100_000;
const FILES_PER_FOLDER = 1_000;

// The mocked clock records each call to it, which takes memory.
function clearMockCalls(): void {
  jest.clearAllMocks();
  collectGarbage();
}

describe('InboxLoop with 100,000 old files', () => {
  const { inboxDir, database, addAccount, createLoop, passLater, findFolder } = useInbox();

  it('finds a new file among them over several scans, without picking up old files again', async () => {
    const { id, folder } = await addAccount({ inboxAfter: 'leave' });
    const audio = readFileSync('libs/testing/short-call.mp3');
    const keys: string[] = [];
    const source = new FolderInbox(inboxDir);
    for (let index = 0; index < OLD_FILE_COUNT; index += 1) {
      const subfolder = String(Math.floor(index / FILES_PER_FOLDER));
      if (index % FILES_PER_FOLDER === 0) mkdirSync(join(folder, subfolder));
      writeFileSync(join(folder, subfolder, `${index}.mp3`), '.');
    }
    // These files have already been picked up.
    for (let isEnd = false; !isEnd;) {
      const scan = await source.scan(id);
      expect(scan.files.length).toBeLessThanOrEqual(5_000);
      keys.push(...scan.files.map(inboxKey));
      ({ isEnd } = scan);
    }
    await source.close();
    expect(keys).toHaveLength(OLD_FILE_COUNT);
    await database.query(
      `insert into calls (account_id, source, state, finished_at, idempotency_key)
       select $1, 'inbox', 'skipped', now(), key from unnest($2::text[]) key`,
      [id, keys],
    );
    writeFileSync(join(folder, String(OLD_FILE_COUNT / FILES_PER_FOLDER - 1), 'new.mp3'), audio);

    const loop = createLoop();
    let passes = 0;
    do {
      await passLater(loop);
      passes += 1;
    } while ((await findFolder(id))?.takenAt === null);
    expect(passes).toBeLessThan(80);
    clearMockCalls();
    const heapBefore = process.memoryUsage().heapUsed;
    for (let pass = 0; pass < 50; pass += 1) await passLater(loop);
    clearMockCalls();
    expect(process.memoryUsage().heapUsed - heapBefore).toBeLessThan(20_000_000);
    expect(await database.manager.countBy(Call, { accountId: id })).toBe(OLD_FILE_COUNT + 1);
  });
});
