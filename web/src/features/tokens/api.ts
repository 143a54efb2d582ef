import { useMutation, useQueryClient, type UseMutationResult } from '@tanstack/react-query';

import { ApiError, isAccountChanged } from '../../api/api-error';
import { accountHeaders, api, unwrap } from '../../api/client';
import type { NewToken } from '../../api/types';
import { TOKEN_LIST_POLL_MS } from '../../lib/constants';
import { toastFailure } from '../../lib/messages/failure-toast';
import { toast } from '../../lib/messages/toast-store';
import { getQuery } from '../../lib/queries/get-query';
import { pollEvery } from '../../lib/queries/poll';
import { useChange } from '../../lib/queries/use-change';
import type { Endpoint } from './endpoints';
import { TOKEN_COPY } from './token-copy';

export const tokensQuery = getQuery(['admin', 'tokens'], '/api/admin/users-with-tokens', {
  refetchInterval: pollEvery(TOKEN_LIST_POLL_MS),
});

interface TokenRequest {
  userId: string;
  name: string;
  /** ISO 8601. If omitted, the token doesn't expire. */
  expiresAt?: string;
  isReadOnly?: boolean;
}

// `gcTime: 0` drops the response, which contains the secret, as soon as it's no longer shown.
export function useGenerateToken(): UseMutationResult<NewToken, Error, TokenRequest> {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ userId, ...body }) =>
      unwrap(api.POST('/api/admin/users/{userId}/tokens', { params: { path: { userId } }, body })),
    onError: (error) => toastFailure(error, TOKEN_COPY.generateFailed),
    onSettled: () => void client.invalidateQueries({ queryKey: ['admin'] }), // the user may have been deleted
    gcTime: 0,
  });
}

export function useDeleteToken(): UseMutationResult<unknown, Error, string> {
  return useChange({
    mutationFn: (tokenId: string) => api.DELETE('/api/admin/tokens/{tokenId}', { params: { path: { tokenId } } }),
    onSuccess: () => toast(TOKEN_COPY.deleted),
    refetchAlways: [['admin']],
    onError: (error) => toastFailure(error, TOKEN_COPY.deleteFailed),
  });
}

export interface EndpointResponse {
  status: number;
  // Indented if it's JSON.
  body: string;
}

/** Calls an endpoint with the browser's session. Error responses count as results, too, except `ACCOUNT_CHANGED`. */
export function useTestEndpoint(): UseMutationResult<EndpointResponse, Error, Endpoint> {
  return useMutation({
    mutationFn: async ({ method, path, body }: Endpoint) => {
      const response = await fetch(path, {
        method,
        credentials: 'include',
        headers: { ...(body && { 'Content-Type': 'application/json' }), ...accountHeaders() },
        ...(body && { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      const failure = new ApiError(response.status, text, response.statusText);
      if (isAccountChanged(failure)) throw failure;
      return { status: response.status, body: formatJson(text) };
    },
  });
}

function formatJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text; // empty, or a proxy's error page
  }
}
