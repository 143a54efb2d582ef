import createClient, { type Middleware } from 'openapi-fetch';

import { ApiError } from '../lib/api-error';
import type { paths } from './schema';

/** Every answer that is not a success throws an ApiError; without this openapi-fetch would resolve. */
const throwOnFailure: Middleware = {
  async onResponse({ response }) {
    if (!response.ok) throw new ApiError(response.status, await response.text(), response.statusText);
  },
};

/** The API. Cookies go along; `data` of an answer is always there. Other people's files use it through their `api.ts`. */
export const api = createClient<paths>({
  credentials: 'include',
  // Looked up at each call, so that it is the page's own fetch at that time.
  fetch: (request) => globalThis.fetch(request),
});
api.use(throwOnFailure);

/**
 * The body of an answer.
 * @throws ApiError when a success came without the body that was promised
 */
export async function dataOf<T>(answer: Promise<{ data?: T; response: Response }>): Promise<T> {
  const { data, response } = await answer;
  if (data === undefined) throw new ApiError(response.status, '', 'The answer has no content.');
  return data;
}
