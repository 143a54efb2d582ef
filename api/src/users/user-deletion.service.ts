import { Inject, Injectable } from '@nestjs/common';

import type { Actor } from '@ringwell/database/accounts/activity.repository';
import { updateEnabledAccounts } from '@ringwell/database/accounts/enabled-accounts';
import { giveHome } from '@ringwell/database/accounts/remove-member';
import { recordStoppedImpersonations } from '@ringwell/database/accounts/stopped-impersonations';
import type { User } from '@ringwell/database/accounts/user.entity';
import type { UsersRepository } from '@ringwell/database/accounts/users.repository';
import { UnitOfWork, type Repositories } from '@ringwell/database/unit-of-work';
import { AppError } from '@ringwell/domain/app-error';
import type { Logger } from '@ringwell/platform/logging/create-logger';
import { LOGGER } from '@ringwell/platform/logging/logger.module';
import { pictureKey } from '@ringwell/platform/storage/picture-key';
import { RecordingStorage } from '@ringwell/platform/storage/recording-storage';

import { SubscriptionsService } from '../billing/subscriptions.service';
import { assertNotLastAdministrator } from './last-administrator';
import { ownersChanged } from './owners-changed';
import { lockUser } from './users.service';

const PARALLEL_DELETIONS = 8;

@Injectable()
export class UserDeletionService {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly subscriptions: SubscriptionsService,
    private readonly storage: RecordingStorage,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Deletes a user with the accounts that have no other owner: cancels their subscriptions, then deletes the rows, then
   * the recordings and the picture. What stays, such as the activity log, does not name the user. If a subscription cannot be canceled, nothing is deleted, because it would keep being charged
   * without a trace here. Members who are left without an account get a demo account.
   * @throws AppError `USER_NOT_FOUND`, `OWN_ACCOUNT`, `LAST_ADMINISTRATOR`, `CHANGED_MEANWHILE`, and the errors of
   *   `SubscriptionsService.cancelFor`
   */
  async delete(actor: Actor, userId: string): Promise<void> {
    const owned = await this.unitOfWork.run(async ({ users, accounts }) => {
      await lockDeletable(users, actor, userId);
      return await accounts.listSolelyOwnedIds(userId);
    });
    for (const accountId of owned) await this.subscriptions.cancelFor(accountId, actor);
    const keys = await this.unitOfWork.run(async (repositories) => {
      const { users, accounts, sessions, activity, deletedUsers } = repositories;
      const user = await lockDeletable(users, actor, userId);
      await recordStoppedImpersonations(repositories, actor, await sessions.stopImpersonations(userId));
      const others = await lockOtherMembers(repositories, owned, userId);
      const locked = await accounts.lockOwned(userId);
      if ((await accounts.listSolelyOwnedIds(userId)).join() !== owned.join()) throw ownersChanged();
      await deletedUsers.forget(user);
      const recordingKeys: string[] = [];
      for (const accountId of owned) recordingKeys.push(...(await accounts.delete(accountId)));
      for (const id of others) await giveHome(repositories, id);
      await users.delete(userId);
      await updateEnabledAccounts(
        repositories,
        locked.filter((id) => !owned.includes(id)),
      );
      await activity.record(actor, {
        action: 'User deleted',
        description: owned.length > 0 ? 'A user was deleted, with all calls and recordings.' : 'A user was deleted.',
        metadata: { targetUserId: userId, recordings: recordingKeys.length },
      });
      return recordingKeys;
    });
    await this.deleteFiles(userId, [...keys, pictureKey(userId)]);
  }

  // Failures are only logged, because the user is already deleted. The worker's storage sweep deletes recordings
  // without a call and pictures without a user once they are a day old, including those that are stored after this.
  private async deleteFiles(userId: string, keys: readonly string[]): Promise<void> {
    let failed = 0;
    let err: unknown;
    for (let start = 0; start < keys.length; start += PARALLEL_DELETIONS) {
      await Promise.all(
        keys.slice(start, start + PARALLEL_DELETIONS).map((key) =>
          this.storage.delete(key).catch((error: unknown) => {
            failed += 1;
            err = error;
          }),
        ),
      );
    }
    if (failed > 0)
      this.logger.warn({ err, userId, failed }, 'users: failed to delete files, leaving them to the storage sweep');
  }
}

async function lockDeletable(users: UsersRepository, actor: Actor, userId: string): Promise<User> {
  const user = await lockUser(users, userId);
  if (user.id === actor.userId) {
    throw new AppError({
      kind: 'conflict',
      code: 'OWN_ACCOUNT',
      message: "You can't delete your own account. Ask another administrator to do it.",
    });
  }
  await assertNotLastAdministrator(users, actor, user);
  return user;
}

// Users are locked before accounts.
async function lockOtherMembers(
  { users, members }: Repositories,
  accountIds: readonly string[],
  userId: string,
): Promise<Set<string>> {
  const others = new Set<string>();
  for (const accountId of accountIds)
    for (const id of await members.listUserIds(accountId)) if (id !== userId) others.add(id);
  for (const id of [...others].toSorted()) await users.lock(id);
  return others;
}
