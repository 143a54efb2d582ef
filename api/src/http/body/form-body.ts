import { readRequestBody, type BodyRequest } from './request-body';

export const MAX_FORM_BYTES = 10_240;

/**
 * Reads an `application/x-www-form-urlencoded` body. If several fields share a name, the last one wins.
 * @throws AppError same as `readRequestBody`
 */
export async function readFormBody(request: BodyRequest): Promise<Record<string, string>> {
  const bytes = await readRequestBody(request, { name: 'form', maxBytes: MAX_FORM_BYTES });
  return Object.fromEntries(new URLSearchParams(bytes.toString('utf8')));
}
