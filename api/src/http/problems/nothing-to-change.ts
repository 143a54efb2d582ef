import { AppError } from '@ringwell/domain/errors/app-error';

export function nothingToChange(): AppError {
  return new AppError({
    kind: 'invalid',
    code: 'NOTHING_TO_CHANGE',
    message: 'Nothing to save. Send the fields to change as JSON.',
  });
}
