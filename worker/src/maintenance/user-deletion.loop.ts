import { setTimeout as sleep } from 'node:timers/promises';

import { Injectable } from '@nestjs/common';

import { AccountsRepository, type CallToDelete } from '@ringwell/database/accounts/accounts.repository';
import { updateEnabledAccounts } from '@ringwell/database/accounts/enabled-accounts';
import { ensureAccount } from '@ringwell/database/accounts/members/remove-member';
import type { Actor } from '@ringwell/database/accounts/security/activity.repository';
import type { User } from '@ringwell/database/accounts/user.entity';
import { LiveSubscriptionsService } from '@ringwell/database/billing/live-subscriptions.service';
import type { UserDeletion } from '@ringwell/database/erasures/user-deletion.entity';
import { UserDeletionsRepository } from '@ringwell/database/erasures/user-deletions.repository';
import { UnitOfWork, type Repositories } from '@ringwell/database/unit-of-work';
import { toAppError } from '@ringwell/domain/errors/app-error';
import { RecordingStorage } from '@ringwell/platform/storage/recording-storage';

import { LeaderElectionService } from '../leader/leader-election.service';
import { LeaderLoop } from '../leader/leader-loop';

const INTERVAL_MS = 2_000;
const CALLS_PER_BATCH = 100;
const ROWS_PER_BATCH = 2_000;
// Two regular expressions check each entry; a batch takes a few tenths of a second.
const ENTRIES_PER_BATCH = 10_000;
const MAX_CONCURRENT_FILES = 8;
// This pause leaves most of the database's capacity for other work.
const PAUSE_MS = 20;

/**
 * Carries out user deletions requested by administrators, including accounts without another owner: cancels their
 * subscriptions, deletes recordings and calls in batches, removes their names elsewhere, then deletes the rest in one
 * transaction. Each batch is committed before the next, and an interrupted deletion continues. While a subscription
 * can't be canceled, nothing is deleted, because the customer would still be charged with no record here; the user list
 * shows why.
 */
@Injectable()
export class UserDeletionLoop extends LeaderLoop {
  constructor(
    leader: LeaderElectionService,
    private readonly deletions: UserDeletionsRepository,
    private readonly unitOfWork: UnitOfWork,
    private readonly accounts: AccountsRepository,
    private readonly subscriptions: LiveSubscriptionsService,
    private readonly storage: RecordingStorage,
  ) {
    super(leader, { intervalMs: INTERVAL_MS, failure: 'users: failed to delete users' });
  }

  override async pass(): Promise<number> {
    let deleted = 0;
    for (;;) {
      const dueDeletion = this.isStopping ? undefined : await this.deletions.findDue();
      if (!dueDeletion) return deleted;
      try {
        if (await this.carryOut(dueDeletion)) deleted += 1;
      } catch (error) {
        const { code, message } = toAppError(error);
        this.logger.warn(
          { err: error, code, userId: dueDeletion.userId },
          'users: deletion failed, retrying in a minute',
        );
        await this.deletions.postpone(dueDeletion.userId, message);
      }
    }
  }

  // Returns false if the user has already been deleted or the process is stopping.
  private async carryOut(deletion: UserDeletion): Promise<boolean> {
    const { userId } = deletion;
    const actor: Actor = { userId: deletion.requestedBy, ipAddress: null, userAgent: null };
    const user = await this.unitOfWork.run(({ users }) => users.findById(userId));
    if (!user) return false;
    const accountIds = await this.accounts.listSolelyOwnedIds(userId);
    for (const accountId of accountIds) await this.subscriptions.cancelAll(accountId, actor);
    let fileCount = 0;
    for (const accountId of accountIds) fileCount += await this.deleteCalls(accountId);
    await this.redactMentions(deletion, user);
    if (this.isStopping) return false;
    await this.unitOfWork.run((repositories) => deleteUser(repositories, deletion, user, accountIds));
    this.logger.info({ userId, accounts: accountIds.length, files: fileCount }, 'users: deleted a user');
    return true;
  }

  private async deleteCalls(accountId: string): Promise<number> {
    let deleted = 0;
    let lastCall: CallToDelete | undefined;
    while (!this.isStopping) {
      const calls = await this.accounts.listCallsToDelete(accountId, CALLS_PER_BATCH, lastCall);
      lastCall = calls.at(-1);
      if (!lastCall) break;
      deleted += await this.deleteFiles(calls.flatMap(({ recordingKey }) => recordingKey ?? []));
      const ids = calls.map(({ id }) => id);
      await this.unitOfWork.run(({ accounts }) => accounts.deleteCalls(accountId, ids));
      await sleep(PAUSE_MS);
    }
    while (!this.isStopping) if (!(await this.accounts.deleteRemainingRows(accountId, ROWS_PER_BATCH))) break;
    return deleted;
  }

  private async redactMentions(deletion: UserDeletion, user: User): Promise<void> {
    const parts = [
      ['activityAfter', 'redactActivity'],
      ['mailsAfter', 'redactEmails'],
    ] as const;
    for (const [progress, redact] of parts) {
      let after: string | undefined = deletion[progress];
      while (after !== undefined && !this.isStopping) {
        const start: string = after;
        after = await this.unitOfWork.run(({ deletedUsers }) => deletedUsers[redact](user, start, ENTRIES_PER_BATCH));
        if (after !== undefined) await this.deletions.saveProgress(deletion.userId, { [progress]: after });
        await sleep(PAUSE_MS);
      }
    }
  }

  // Failures are only logged, because the storage sweep deletes recordings without a call once they're a day old,
  // including files stored later.
  private async deleteFiles(keys: readonly string[]): Promise<number> {
    let failed = 0;
    let err: unknown;
    for (let start = 0; start < keys.length; start += MAX_CONCURRENT_FILES)
      await Promise.all(
        keys.slice(start, start + MAX_CONCURRENT_FILES).map((key) =>
          this.storage.deleteRecording(key).catch((error: unknown) => {
            failed += 1;
            err = error;
          }),
        ),
      );
    if (failed > 0)
      this.logger.warn({ err, failed }, 'users: failed to delete files, leaving them for the storage sweep');
    return keys.length - failed;
  }
}

async function deleteUser(
  repositories: Repositories,
  { requestedAt }: UserDeletion,
  user: User,
  accountIds: readonly string[],
): Promise<void> {
  const { users, accounts, deletedUsers } = repositories;
  await users.lock(user.id);
  const otherMemberIds = await lockOtherMembers(repositories, accountIds, user.id);
  const lockedAccountIds = await accounts.lockOwned(user.id);
  await deletedUsers.redactRemaining(user, requestedAt);
  for (const accountId of accountIds) await accounts.delete(accountId);
  for (const id of otherMemberIds) await ensureAccount(repositories, id);
  await users.delete(user.id);
  await updateEnabledAccounts(
    repositories,
    lockedAccountIds.filter((id) => !accountIds.includes(id)),
  );
}

// Locks users before accounts.
async function lockOtherMembers(
  { users, members }: Repositories,
  accountIds: readonly string[],
  userId: string,
): Promise<Set<string>> {
  const otherUserIds = new Set<string>();
  for (const accountId of accountIds)
    for (const id of await members.listUserIds(accountId)) if (id !== userId) otherUserIds.add(id);
  for (const id of [...otherUserIds].toSorted()) await users.lock(id);
  return otherUserIds;
}
