const FOREIGN_KEY_VIOLATION = '23503';
/** Our names of the foreign keys to `users`: those of the accounts that rows belong to, and of who acted. */
const KEY_TO_USER = /^fk_[a-z_]+_user$/;

/** Whether an error of a query means that the user, whose row was to be written, has been deleted meanwhile. */
export function isAccountDeleted(error: unknown): boolean {
  if (!(error instanceof Error) || !('driverError' in error)) return false;
  const { code, constraint = '' } = error.driverError as { code?: string; constraint?: string };
  return code === FOREIGN_KEY_VIOLATION && KEY_TO_USER.test(constraint);
}
