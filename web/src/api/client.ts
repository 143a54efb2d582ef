import createClient, { type Middleware } from 'openapi-fetch';

import { ACCOUNT_HEADER } from '@ringwell/domain/account-header';

import { ApiError } from '../lib/api-error';
import type { paths } from './schema';

let accountId: () => string | undefined = () => undefined;

/** @param find the id of the account that the page shows; undefined while nobody is signed in */
export function setAccount(find: () => string | undefined): void {
  accountId = find;
}

/**
 * For every request that changes something: which account it is meant for. The API refuses it with `ACCOUNT_CHANGED`
 * when the session, which all tabs share, acts for another one by now.
 */
export function accountHeaders(): Record<string, string> {
  const id = accountId();
  return id === undefined ? {} : { [ACCOUNT_HEADER]: id };
}

const nameAccount: Middleware = {
  onRequest({ request }) {
    if (request.method === 'GET') return;
    for (const [name, value] of Object.entries(accountHeaders())) request.headers.set(name, value);
  },
};

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
api.use(nameAccount, throwOnFailure);

/**
 * The body of an answer.
 * @throws ApiError when a success came without the body that was promised
 */
export async function dataOf<T>(answer: Promise<{ data?: T; response: Response }>): Promise<T> {
  const { data, response } = await answer;
  if (data === undefined) throw new ApiError(response.status, '', 'The answer has no content.');
  return data;
}
