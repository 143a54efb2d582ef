import { invalid, type AppError } from '@ringwell/domain/errors/app-error';

export function nothingToChange(): AppError {
  return invalid('NOTHING_TO_CHANGE', 'Nothing to save. Send the fields to change as JSON.');
}
