import { resolve } from 'node:path';

import { Inject, Injectable } from '@nestjs/common';

import { InboxFoldersRepository, type InboxAccount } from '@ringwell/database/calls/inbox-folders.repository';
import { isAccountDeletedError } from '@ringwell/database/postgres/account-deleted-error';
import { CONFIG } from '@ringwell/platform/config/config.module';
import type { WorkerConfig } from '@ringwell/platform/config/environment-settings';
import { readS3Options } from '@ringwell/platform/storage/create-storage';

import { LeaderElectionService } from '../leader/leader-election.service';
import { LeaderLoop } from '../leader/leader-loop';
import { AccountInbox } from './account-inbox';
import { FolderInbox } from './folder.inbox';
import { InboxIntakeService } from './inbox-intake.service';
import { InboxError, type InboxFolders, type InboxSource } from './inbox-source';
import { S3Inbox } from './s3.inbox';

/** Where recordings arrive: a folder or a bucket key prefix, or null if neither is set up. */
export const INBOX_SOURCE = Symbol('INBOX_SOURCE');

// Delay before retrying a folder that didn't respond. Each attempt delays the other folders by the full time limit.
const UNRESPONSIVE_RETRY_MS = 300_000;
const MAX_NAMED_FOLDERS = 3;
const FOLDER_GONE = 'The folder is gone. Ask your administrator to create it again.';

/** Picks up recordings that arrive in folders. Checks all accounts' folders in turn. */
@Injectable()
export class InboxLoop extends LeaderLoop {
  private lastProblem: string | null = null;
  private readonly inboxes = new Map<string, AccountInbox>();
  private readonly retryTimes = new Map<string, number>();

  constructor(
    private readonly leader: LeaderElectionService,
    @Inject(INBOX_SOURCE) private readonly source: InboxSource | null,
    private readonly folders: InboxFoldersRepository,
    private readonly intake: InboxIntakeService,
    @Inject(CONFIG) private readonly config: Pick<WorkerConfig, 'INBOX_STILL_SECONDS'>,
  ) {
    // Each request to a bucket costs money.
    const intervalMs = config.INBOX_STILL_SECONDS * (source?.isAtomic ? 1_000 : 250);
    super(leader, { intervalMs, failure: 'inbox: pass failed', isEnabled: source !== null });
  }

  /** A problem with the inbox or its folders, for the administrator; always null on workers other than the leader. */
  get problem(): string | null {
    return this.leader.isLeader ? this.lastProblem : null;
  }

  // Closes first because a hung process would block the pass in progress.
  override async onModuleDestroy(): Promise<void> {
    this.isStopping = true;
    await this.source?.close();
    await super.onModuleDestroy();
  }

  override async pass(): Promise<void> {
    if (!this.source) return;
    const inboxFolders = await this.source.listFolders().catch((error: unknown) => {
      if (this.isStopping) return null;
      if (error instanceof InboxError) this.lastProblem = `The inbox can't be checked. ${error.message}`;
      throw error;
    });
    if (!inboxFolders) return;
    const accounts = await this.folders.findAccounts(inboxFolders.accountIds);
    // Buckets don't have empty folders.
    await this.folders.markOtherFoldersMissing(inboxFolders.accountIds, this.source.isAtomic ? null : FOLDER_GONE);
    this.lastProblem = describeUnknownFolders(this.source.name, inboxFolders, accounts);
    for (const id of this.inboxes.keys()) if (!accounts.some((account) => account.id === id)) this.inboxes.delete(id);
    for (const account of accounts) {
      if (!this.canContinue()) return;
      if ((this.retryTimes.get(account.id) ?? 0) > performance.now()) continue;
      await this.processAccount(this.source, account);
    }
  }

  // An unusable folder or a deleted account doesn't block the others. Any other error ends the pass, because it affects
  // all folders.
  private async processAccount(source: InboxSource, account: InboxAccount): Promise<void> {
    const inbox =
      this.inboxes.get(account.id) ??
      new AccountInbox(source, this.intake, this.folders, this.logger, {
        settleMs: this.config.INBOX_STILL_SECONDS * 1_000,
        canContinue: () => this.canContinue(),
      });
    this.inboxes.set(account.id, inbox);
    try {
      if (await inbox.pass(account)) this.wake();
    } catch (error) {
      if (this.isStopping || isAccountDeletedError(error)) return;
      if (!(error instanceof InboxError)) throw error;
      this.logger.warn({ err: error, accountId: account.id }, "inbox: cannot use an account's folder");
      if (error.isUnresponsive) this.retryTimes.set(account.id, performance.now() + UNRESPONSIVE_RETRY_MS);
    }
  }

  private canContinue(): boolean {
    return this.leader.isLeader && !this.isStopping;
  }
}

export function createInboxSource(config: WorkerConfig): InboxSource | null {
  if (config.INBOX_DIR !== undefined) return new FolderInbox(resolve(config.INBOX_DIR));
  const bucket = readS3Options(config);
  return bucket && config.INBOX_S3_PREFIX !== undefined ? new S3Inbox(bucket, config.INBOX_S3_PREFIX) : null;
}

function describeUnknownFolders(
  inboxName: string,
  { accountIds, otherNames }: InboxFolders,
  accounts: InboxAccount[],
): string | null {
  const knownIds = new Set(accounts.map(({ id }) => id));
  const unknownNames = [...otherNames, ...accountIds.filter((id) => !knownIds.has(id))].sort();
  if (unknownNames.length === 0) return null;
  const names =
    unknownNames.slice(0, MAX_NAMED_FOLDERS).join(', ') +
    (unknownNames.length > MAX_NAMED_FOLDERS ? ' and others' : '');
  return `In ${inboxName}, ${names} can't be used: name each folder after the ID of an account.`;
}
