import type { Actor } from '@ringwell/database/accounts/activity.repository';
import type { Impersonation } from '@ringwell/database/accounts/sessions.repository';
import type { Repositories } from '@ringwell/database/unit-of-work';
import { userDisplayName } from '@ringwell/domain/user-display-name';

/**
 * Enters in the activity log which administrators view which accounts no more. Run it in the transaction that ends it.
 * @param actor whoever ended it: the administrators themselves, or somebody who changed one of the two people
 */
export async function recordStopped(
  { users, activity }: Pick<Repositories, 'users' | 'activity'>,
  actor: Actor,
  stopped: readonly Impersonation[],
): Promise<void> {
  for (const { administratorId, userId } of stopped) {
    const [administrator, user] = [await users.findById(administratorId), await users.findById(userId)];
    await activity.record(actor, {
      action: 'Impersonation stopped',
      description: `${administrator ? userDisplayName(administrator) : 'Deleted user'} stopped viewing the account of ${user ? userDisplayName(user) : 'Deleted user'}.`,
      metadata: { targetUserId: userId, administratorId },
    });
  }
}
