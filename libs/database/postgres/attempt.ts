import type { EntityManager } from 'typeorm';

import { rows } from './sql';

/**
 * Repeats the beginning of a transaction that locks rows found by reading, until what it read still holds under the
 * locks. Locks are released between attempts, so that their order is kept.
 * @param attempt undefined when something changed before the locks were there
 */
export async function attemptUntilUnchanged<T>(
  manager: EntityManager,
  attempt: () => Promise<T | undefined>,
): Promise<T> {
  for (;;) {
    await rows(manager, 'savepoint before_locks');
    const result = await attempt();
    await rows(manager, result === undefined ? 'rollback to before_locks' : 'release before_locks');
    if (result !== undefined) return result;
  }
}
