import { Inject, Injectable } from '@nestjs/common';

import type { Actor } from '@ringwell/database/accounts/activity.repository';
import type { User } from '@ringwell/database/accounts/user.entity';
import type { UsersRepository } from '@ringwell/database/accounts/users.repository';
import { UnitOfWork } from '@ringwell/database/unit-of-work';
import { AppError } from '@ringwell/domain/app-error';
import { userDisplayName } from '@ringwell/domain/user-display-name';
import type { Logger } from '@ringwell/platform/logging/create-logger';
import { LOGGER } from '@ringwell/platform/logging/logger.module';
import { RecordingStorage } from '@ringwell/platform/storage/recording-storage';

import { recordStopped } from '../auth/session/stopped-impersonations';
import { SubscriptionsService } from '../billing/subscriptions.service';
import { assertAdministratorLeft } from './administrator-left';
import { lockUser } from './users.service';

/** Recordings that are deleted at the same time. */
const RECORDINGS_AT_ONCE = 8;

/** Deletes users with all that belongs to them. */
@Injectable()
export class UserDeletionService {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly subscriptions: SubscriptionsService,
    private readonly storage: RecordingStorage,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Cancels the subscription, then deletes the rows, then the recordings. While the subscription cannot be cancelled nothing
   * is deleted: nobody would know of it any more, and it would go on being charged.
   * @throws AppError `USER_NOT_FOUND`, `OWN_ACCOUNT`, `LAST_ADMINISTRATOR`, and what cancelling throws
   */
  async delete(actor: Actor, userId: string): Promise<void> {
    const { id } = await this.unitOfWork.run(({ users }) => lockDeletable(users, actor, userId));
    await this.subscriptions.cancelFor(id, actor);
    const keys = await this.unitOfWork.run(async (repositories) => {
      const { users, sessions, activity } = repositories;
      const user = await lockDeletable(users, actor, id);
      await recordStopped(repositories, actor, await sessions.stopImpersonations(id));
      const recordingKeys = await users.delete(id);
      await activity.record(actor, {
        action: 'User deleted',
        description: `${userDisplayName(user)} was deleted, with all calls and recordings.`,
        metadata: { targetUserId: id, recordings: recordingKeys.length },
      });
      return recordingKeys;
    });
    await this.deleteRecordings(id, keys);
  }

  /**
   * The user is gone already, so a failure is no reason to refuse. A recording without a call stays known by its key: the
   * worker's sweep deletes it once it is a day old, like those that a run or an upload stores after this.
   */
  private async deleteRecordings(userId: string, keys: readonly string[]): Promise<void> {
    let failed = 0;
    let err: unknown;
    for (let start = 0; start < keys.length; start += RECORDINGS_AT_ONCE) {
      await Promise.all(
        keys.slice(start, start + RECORDINGS_AT_ONCE).map((key) =>
          this.storage.delete(key).catch((error: unknown) => {
            failed += 1;
            err = error;
          }),
        ),
      );
    }
    if (failed > 0)
      this.logger.warn(
        { err, userId, failed },
        'Recordings of a deleted user could not be deleted now. The sweep deletes them within a day or so.',
      );
  }
}

async function lockDeletable(users: UsersRepository, actor: Actor, userId: string): Promise<User> {
  const user = await lockUser(users, userId);
  if (user.id === actor.userId) {
    throw new AppError({
      kind: 'conflict',
      code: 'OWN_ACCOUNT',
      message: 'You cannot delete your own account. Ask another administrator to do it.',
    });
  }
  await assertAdministratorLeft(users, actor, user);
  return user;
}
