import type { Actor } from '@ringwell/database/accounts/security/activity.repository';
import type { User } from '@ringwell/database/accounts/user.entity';
import type { UsersRepository } from '@ringwell/database/accounts/users.repository';
import { conflict, forbidden } from '@ringwell/domain/errors/app-error';

/**
 * Refuses to remove the last enabled administrator, and locks the administrators until the end of the transaction. Two
 * administrators who remove each other at the same time both pass the route guard, so the actor's role is checked again
 * here.
 * @param user locked by the caller
 * @throws AppError `LAST_ADMINISTRATOR`, `ADMIN_ONLY`
 */
export async function assertNotLastAdministrator(users: UsersRepository, actor: Actor, user: User): Promise<void> {
  if (user.role !== 'admin' || !user.isActive) return;
  await users.lockAdministrators();
  const administrators = await users.listEnabledAdministratorIds();
  if (![...administrators].some((administrator) => administrator !== user.id)) {
    throw conflict('LAST_ADMINISTRATOR', 'This is the last enabled administrator. Promote another user first.');
  }
  if (actor.userId === null || !administrators.has(actor.userId)) {
    throw forbidden('ADMIN_ONLY', "You're no longer an administrator. Ask another administrator.");
  }
}
