import { SqlRepository } from '../postgres/sql';
import { UserDeletion } from './user-deletion.entity';

const RETRY_INTERVAL = `interval '1 minute'`;

/** User deletion requests, which a worker carries out. */
export class UserDeletionsRepository extends SqlRepository {
  async request(userId: string, requestedBy: string | null): Promise<void> {
    await this.manager.insert(UserDeletion, { userId, requestedBy });
  }

  isRequested(userId: string): Promise<boolean> {
    return this.manager.existsBy(UserDeletion, { userId });
  }

  list(): Promise<Pick<UserDeletion, 'userId' | 'requestedAt' | 'problem'>[]> {
    return this.manager.find(UserDeletion, { select: { userId: true, requestedAt: true, problem: true } });
  }

  async findDue(): Promise<UserDeletion | undefined> {
    const dueDeletion = await this.row<{ userId: string }>(
      `select user_id as "userId" from user_deletions where run_after <= clock_timestamp() order by requested_at limit 1`,
    );
    return (dueDeletion && (await this.manager.findOneBy(UserDeletion, dueDeletion))) ?? undefined;
  }

  async saveProgress(
    userId: string,
    progress: Partial<Pick<UserDeletion, 'activityAfter' | 'mailsAfter'>>,
  ): Promise<void> {
    await this.manager.update(UserDeletion, { userId }, progress);
  }

  /** Postpones the next attempt. @param problem a sentence for administrators */
  async postpone(userId: string, problem: string): Promise<void> {
    await this.rows(
      `update user_deletions set problem = $2, run_after = clock_timestamp() + ${RETRY_INTERVAL} where user_id = $1`,
      [userId, problem],
    );
  }
}
