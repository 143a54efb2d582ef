import { userDisplayName } from '@ringwell/domain/accounts/user-display-name';

import type { Repositories } from '../../unit-of-work';
import type { Actor } from '../security/activity.repository';
import type { User } from '../user.entity';
import type { Impersonation } from './sessions.repository';

/**
 * Records ended impersonations in the activity log. Call it in the transaction that ends them.
 * @param actor who ended them: the administrator, or someone who changed or deleted either user
 */
export async function recordStoppedImpersonations(
  { users, members, activity }: Pick<Repositories, 'users' | 'members' | 'activity'>,
  actor: Actor,
  impersonations: readonly Impersonation[],
): Promise<void> {
  for (const { administratorId, userId } of impersonations) {
    const [administrator, user] = [await users.findById(administratorId), await users.findById(userId)];
    await activity.record(actor, {
      action: 'Impersonation stopped',
      description: `${displayName(administrator)} stopped viewing as ${displayName(user)}.`,
      accountId: await members.findViewedAccountId(userId),
      metadata: { targetUserId: userId, administratorId },
    });
  }
}

/**
 * Ends all of a user's sessions, and records the impersonations that end with them.
 * @param exceptSid a session to keep, such as the current one when users change their own password
 */
export async function endSessions(
  repositories: Pick<Repositories, 'users' | 'members' | 'sessions' | 'activity'>,
  actor: Actor,
  userId: string,
  exceptSid: string | null = null,
): Promise<void> {
  await recordStoppedImpersonations(repositories, actor, await repositories.sessions.endByUser(userId, exceptSid));
}

/** Ends all sessions of an account's members. */
export async function endMemberSessions(
  repositories: Pick<Repositories, 'users' | 'members' | 'sessions' | 'activity'>,
  actor: Actor,
  accountId: string,
): Promise<void> {
  for (const userId of await repositories.members.listUserIds(accountId))
    await endSessions(repositories, actor, userId);
}

function displayName(user: User | null): string {
  return user ? userDisplayName(user) : 'Deleted user';
}
