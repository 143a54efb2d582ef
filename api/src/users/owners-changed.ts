import { AppError } from '@ringwell/domain/errors/app-error';

export function ownersChanged(): AppError {
  return new AppError({
    kind: 'conflict',
    code: 'CHANGED_MEANWHILE',
    message: 'The owners of an account were changed at the same time. Reload the page and try again.',
  });
}
