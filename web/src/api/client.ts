import createClient, { type Middleware } from 'openapi-fetch';

import { ACCOUNT_HEADER, USER_HEADER } from '@ringwell/domain/accounts/account-header';
import type { ApiErrorCode } from '@ringwell/domain/errors/error-codes';

import { ApiError, ConfirmationCanceled } from './api-error';
import type { paths } from './schema';

type PageAccount = { accountId: string; id: string };

let getPageAccount: () => PageAccount | null | undefined = () => undefined;

/** @param getAccount returns the user and the account that the page shows, or nothing for visitors */
export function setAccountSource(getAccount: typeof getPageAccount): void {
  getPageAccount = getAccount;
}

/**
 * Headers that name the account and user a request is meant for. The API rejects the request with `ACCOUNT_CHANGED` if
 * the session, which all tabs share, now belongs to another account or user.
 */
export function accountHeaders(): Record<string, string> {
  const account = getPageAccount();
  return account ? { [ACCOUNT_HEADER]: account.accountId, [USER_HEADER]: account.id } : {};
}

// Paths that return the session's user.
const SESSION_PATHS = ['/api/auth/user', '/api/admin/impersonation-status'];

const addAccountHeaders: Middleware = {
  onRequest({ request }) {
    if (SESSION_PATHS.includes(new URL(request.url).pathname)) return;
    for (const [name, value] of Object.entries(accountHeaders())) request.headers.set(name, value);
  },
};

let confirmIdentity: () => Promise<boolean> = () => Promise.resolve(false);

/** @param ask asks the user to confirm their identity; resolves to whether they did */
export function setIdentityConfirmation(ask: typeof confirmIdentity): void {
  confirmIdentity = ask;
}

// Retries requests rejected with `REAUTHENTICATION_REQUIRED` once the user has confirmed their identity.
async function fetchWithConfirmation(request: Request): Promise<Response> {
  // Forms with recordings aren't retried, because a copy of the body would stay in memory.
  const canRetry = request.method !== 'GET' && !request.headers.get('content-type')?.startsWith('multipart/');
  const retryRequest = canRetry ? request.clone() : null;
  // Reads `fetch` on each call, because tests replace it.
  const response = await globalThis.fetch(request);
  if (retryRequest === null || response.status !== 403) return response;
  const rejectionBody = await response.clone().text();
  const { code } = new ApiError(response.status, rejectionBody, '');
  if (code !== ('REAUTHENTICATION_REQUIRED' satisfies ApiErrorCode)) return response;
  if (await confirmIdentity()) return globalThis.fetch(retryRequest);
  throw new ConfirmationCanceled(response.status, rejectionBody, '');
}

// openapi-fetch resolves on error responses. This middleware throws an ApiError instead.
const throwOnFailure: Middleware = {
  async onResponse({ response }) {
    if (!response.ok) throw new ApiError(response.status, await response.text(), response.statusText);
  },
};

/** The API client. Features use it only in their `api.ts`. */
export const api = createClient<paths>({
  credentials: 'include',
  fetch: fetchWithConfirmation,
});
api.use(addAccountHeaders, throwOnFailure);

/** @throws ApiError if a successful response has no body */
export async function unwrap<T>(request: Promise<{ data?: T; response: Response }>): Promise<T> {
  const { data, response } = await request;
  if (data === undefined) throw new ApiError(response.status, '', 'The response has no content.');
  return data;
}
