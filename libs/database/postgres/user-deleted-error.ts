const FOREIGN_KEY_VIOLATION = '23503';
const KEY_TO_USER = /^fk_[a-z_]+_user$/;

/** Whether a query failed because the user that a row refers to has been deleted in the meantime. */
export function isUserDeletedError(error: unknown): boolean {
  if (!(error instanceof Error) || !('driverError' in error)) return false;
  const { code, constraint = '' } = error.driverError as { code?: string; constraint?: string };
  return code === FOREIGN_KEY_VIOLATION && KEY_TO_USER.test(constraint);
}
