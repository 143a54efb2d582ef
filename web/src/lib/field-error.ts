import { ApiError } from '../api/api-error';

/** What the API said about a field of the request. */
export function fieldErrorOf(error: Error | null, field: string): string | undefined {
  if (!(error instanceof ApiError)) return undefined;
  return error.fieldErrors.find((each) => each.field === field)?.message;
}
