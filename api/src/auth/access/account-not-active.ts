import { forbidden, type AppError } from '@ringwell/domain/errors/app-error';

/** @param action what demo accounts can't do, for example `process calls` */
export function accountNotActive(action: string): AppError {
  return forbidden(
    'ACCOUNT_NOT_ACTIVE',
    `Demo accounts can't ${action}. Ask your administrator to activate your account.`,
  );
}
