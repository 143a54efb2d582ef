import { isStatementCanceled } from '@ringwell/database/postgres/database-unavailable';
import { unprocessable, type AppError } from '@ringwell/domain/errors/app-error';

/**
 * Rethrows an error from a search, turning a canceled query into `SEARCH_TOO_SLOW`.
 * @throws AppError `SEARCH_TOO_SLOW`, or the error itself
 */
export function explainTimeout(error: unknown): never {
  throw isStatementCanceled(error) ? searchTooSlow(error) : error;
}

// Not retryable: the same search would time out again.
function searchTooSlow(cause: unknown): AppError {
  return unprocessable('SEARCH_TOO_SLOW', 'Search timed out. Try a shorter date range or a longer search term.', {
    cause,
  });
}
