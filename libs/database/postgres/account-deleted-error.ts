import { getDriverError } from './sql';

const FOREIGN_KEY_VIOLATION = '23503';
const FOREIGN_KEY_NAME = /^fk_[a-z_]+_(account|user)$/;

/** Whether a query failed because the account or user that a row references has been deleted. */
export function isAccountDeletedError(error: unknown): boolean {
  const { code, constraint = '' } = getDriverError(error);
  return code === FOREIGN_KEY_VIOLATION && FOREIGN_KEY_NAME.test(constraint);
}
