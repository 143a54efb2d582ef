import type { Actor } from '@ringwell/database/accounts/activity.repository';
import type { User } from '@ringwell/database/accounts/user.entity';
import type { UsersRepository } from '@ringwell/database/accounts/users.repository';
import { AppError } from '@ringwell/domain/app-error';

/**
 * Sees to it that the product can still be administered without this user, whom the caller has locked. Until the end of the
 * transaction no other administrator can be taken away. Two who take each other away at the same time both pass the guard
 * before the routes, so it is asked again here whether the one who asks still is an administrator.
 * @throws AppError `LAST_ADMINISTRATOR`, `ADMIN_ONLY`
 */
export async function assertAdministratorLeft(
  users: UsersRepository,
  actor: Actor,
  { id, role, isActive }: User,
): Promise<void> {
  if (role !== 'admin' || !isActive) return;
  await users.lockAdministrators();
  const administrators = await users.listEnabledAdministratorIds();
  if (![...administrators].some((administrator) => administrator !== id)) {
    throw new AppError({
      kind: 'conflict',
      code: 'LAST_ADMINISTRATOR',
      message: 'This is the last enabled administrator. Make somebody else an administrator first.',
    });
  }
  if (actor.userId === null || !administrators.has(actor.userId)) {
    throw new AppError({
      kind: 'forbidden',
      code: 'ADMIN_ONLY',
      message: 'You are no longer an administrator. Ask one for help.',
    });
  }
}
