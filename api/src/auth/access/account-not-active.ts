import { AppError } from '@ringwell/domain/errors/app-error';

/** @param action what demo accounts can't do, for example `process calls` */
export function accountNotActive(action: string): AppError {
  return new AppError({
    kind: 'forbidden',
    code: 'ACCOUNT_NOT_ACTIVE',
    message: `Demo accounts can't ${action}. Ask your administrator to activate your account.`,
  });
}
