import type { UsersRepository } from '@ringwell/database/accounts/users.repository';
import { colleagueName, FORMER_MEMBER } from '@ringwell/domain/accounts/user-display-name';

/** Returns the name that a follow-up's history shows for the user who changed it. */
export async function findActorName(users: UsersRepository, userId: string): Promise<string> {
  const user = await users.findById(userId);
  return user ? colleagueName(user) : FORMER_MEMBER;
}
