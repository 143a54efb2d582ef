import type { EntityManager } from 'typeorm';

import { rows } from './sql';

/**
 * Reads rows and then locks them, and retries until they don't change in between. Run this at the start of a
 * transaction. Releases locks between attempts, to preserve the lock order.
 * @param attempt returns undefined if something changed before the locks were taken
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
