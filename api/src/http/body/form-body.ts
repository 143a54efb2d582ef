import { readRequestBody, type BodyRequest } from './request-body';

/** Many times what the forms of our own pages send. */
export const MAX_FORM_BYTES = 10_240;

/**
 * Reads a body of the type `application/x-www-form-urlencoded`, which HTML forms send. Of fields with one name the last counts.
 * @throws AppError what `readRequestBody` says
 */
export async function readFormBody(request: BodyRequest): Promise<Record<string, string>> {
  const bytes = await readRequestBody(request, { name: 'form', maxBytes: MAX_FORM_BYTES });
  return Object.fromEntries(new URLSearchParams(bytes.toString('utf8')));
}
