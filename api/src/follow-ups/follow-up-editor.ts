import type { Actor } from '@ringwell/database/accounts/security/activity.repository';
import type { UsersRepository } from '@ringwell/database/accounts/users.repository';
import { colleagueName, FORMER_MEMBER } from '@ringwell/domain/accounts/user-display-name';

/** The user making a change. `userId` becomes the assignee, and the history shows the name of `actor`. */
export interface FollowUpEditor {
  accountId: string;
  userId: string;
  actor: Actor;
}

/** Returns the user as a follow-up's history shows them. */
export async function findHistoryActor(
  users: UsersRepository,
  { userId, actor }: FollowUpEditor,
): Promise<{ userId: string; name: string }> {
  const user = await users.findById(actor.userId ?? userId);
  return { userId, name: user ? colleagueName(user) : FORMER_MEMBER };
}
