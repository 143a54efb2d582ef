import { ApiError } from '../../api/api-error';

/** The API's message about a field in the request. */
export function getFieldError(error: Error | null, field: string): string | undefined {
  if (!(error instanceof ApiError)) return undefined;
  return error.fieldErrors.find((fieldError) => fieldError.field === field)?.message;
}
