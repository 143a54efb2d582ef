import { randomUUID } from 'node:crypto';

import type { Repositories } from '../../unit-of-work';

/**
 * Removes a member from an account. If it was the user's only account, creates a demo account, so that they can still
 * sign in. The caller must hold the user's lock.
 */
export async function removeMember(
  repositories: Pick<Repositories, 'members' | 'accounts'>,
  accountId: string,
  userId: string,
): Promise<void> {
  await repositories.members.remove(accountId, userId);
  await ensureAccount(repositories, userId);
}

/** Creates a demo account for a user who isn't in any account. The caller must hold the user's lock. */
export async function ensureAccount(
  { members, accounts }: Pick<Repositories, 'members' | 'accounts'>,
  userId: string,
): Promise<void> {
  if (!(await members.hasMembership(userId))) await accounts.create(userId, {}, randomUUID());
}
