import { mkdir, readdir, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { performance } from 'node:perf_hooks';

import type { AccountSettings } from '@ringwell/database/accounts/settings/account-settings.entity';
import { Call } from '@ringwell/database/calls/call.entity';
import type { InboxFolder } from '@ringwell/database/calls/inbox-folder.entity';
import { InboxFoldersRepository } from '@ringwell/database/calls/inbox-folders.repository';
import { NewCallsService } from '@ringwell/database/calls/new-calls.service';
import type { DispatcherNotifier } from '@ringwell/jobs/dispatcher-notifier';
import { createLogger } from '@ringwell/platform/logging/create-logger';
import { DiskStorage } from '@ringwell/platform/storage/disk.storage';
import { makeAccount } from '@ringwell/testing/make-account';
import { temporaryDirectory } from '@ringwell/testing/temporary-directory';
import { useTestDatabase } from '@ringwell/testing/test-database';

import type { LeaderElectionService } from '../../leader/leader-election.service';
import { fakeLeader } from '../../leader/testing/fake-leader';
import { FolderInbox } from '../folder.inbox';
import { InboxIntakeService } from '../inbox-intake.service';
import type { InboxSource } from '../inbox-source';
import { InboxLoop } from '../inbox.loop';

export const SETTLE_MS = 20_000;

/** A loop whose passes are run by the test. */
export class TestInboxLoop extends InboxLoop {
  override pass(): Promise<void> {
    return super.pass();
  }
}

interface InboxOptions {
  source?: InboxSource;
  intake?: InboxIntakeService;
  leader?: LeaderElectionService;
}

// oxlint-disable-next-line typescript/explicit-module-boundary-types -- the closures have their own types
export function useInbox() {
  const logger = createLogger({ service: 'test', level: 'fatal' });
  const root = temporaryDirectory();
  const inboxDir = join(root, 'inbox');
  const storage = new DiskStorage(join(root, 'recordings'));
  const database = useTestDatabase();
  const loops: TestInboxLoop[] = [];
  let elapsedMs = 0;

  beforeAll(async () => {
    await mkdir(inboxDir);
    await storage.setUp(() => Promise.resolve(false));
    const now = performance.now.bind(performance);
    jest.spyOn(performance, 'now').mockImplementation(() => now() + elapsedMs);
  });
  afterEach(async () => {
    await Promise.all(loops.splice(0).map((loop) => loop.onModuleDestroy()));
  });
  afterAll(() => jest.restoreAllMocks());

  /** Creates an account with a folder. */
  async function addAccount(
    settings: Partial<AccountSettings> = {},
    overrides: Pick<NonNullable<Parameters<typeof makeAccount>[1]>, 'account'> = {},
  ): Promise<{ id: string; folder: string }> {
    const { account } = await database.makeAccount({ ...overrides, settings });
    const folder = join(inboxDir, account.id);
    await mkdir(folder);
    return { id: account.id, folder };
  }

  function createIntake(services: { storage?: DiskStorage; newCalls?: NewCallsService } = {}): InboxIntakeService {
    const newCalls = new NewCallsService(
      database.repositories.calls,
      database.repositories.accounts,
      database.unitOfWork,
      { STORAGE_QUOTA_GB: undefined },
    );
    return new InboxIntakeService(
      services.newCalls ?? newCalls,
      database.repositories.agents,
      services.storage ?? storage,
      { notify: () => undefined } as unknown as DispatcherNotifier,
      logger,
    );
  }

  function createLoop({ source, intake, leader }: InboxOptions = {}): TestInboxLoop {
    const loop = new TestInboxLoop(
      leader ?? fakeLeader(),
      source ?? new FolderInbox(inboxDir),
      new InboxFoldersRepository(database.manager),
      intake ?? createIntake(),
      { INBOX_STILL_SECONDS: SETTLE_MS / 1_000 },
    );
    loops.push(loop);
    return loop;
  }

  /** Lets time pass, then runs a pass. */
  async function passLater(loop: TestInboxLoop, ms = SETTLE_MS): Promise<void> {
    elapsedMs += ms;
    await loop.pass();
  }

  /** Finds and picks up the current files. */
  async function pickUpAll(loop: TestInboxLoop): Promise<void> {
    await loop.pass();
    await passLater(loop);
  }

  /** Puts a complete file in a folder in one step. */
  async function putFile(folder: string, name: string, contents: Buffer | string): Promise<void> {
    const path = join(folder, name);
    await mkdir(dirname(path), { recursive: true });
    const temporaryPath = join(dirname(path), '.arriving');
    await writeFile(temporaryPath, contents);
    await rename(temporaryPath, path);
  }

  const findCalls = (accountId: string): Promise<Call[]> =>
    database.manager.find(Call, { where: { accountId }, order: { occurredAt: 'ASC' } });

  const findFolder = (accountId: string): Promise<InboxFolder | null> =>
    new InboxFoldersRepository(database.manager).find(accountId);

  /** Returns the paths of all files under a folder. */
  async function listFiles(folder: string): Promise<string[]> {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    return entries
      .filter((entry) => !entry.isDirectory())
      .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
      .sort();
  }

  return {
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
  };
}
