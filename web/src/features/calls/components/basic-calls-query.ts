import { queryOptions, useMutation, useQueryClient, type UseMutationResult } from '@tanstack/react-query';

import { api, unwrap } from '../../../api/client';
import type { BasicCalls } from '../../../api/types';
import { CALL_POLL_MS, SLOW_POLL_MS } from '../../../lib/constants';
import { toastServerMessage } from '../../../lib/messages/failure-toast';
import { pollLive } from '../../../lib/queries/poll';
import { accountKey } from '../../../lib/session/session';

/** `own` covers the user's account; `all` covers every account, for administrators. */
export type BasicCallsScope = 'own' | 'all';

export const basicCallsQuery = (accountId: string, scope: BasicCallsScope) =>
  queryOptions({
    queryKey: scope === 'all' ? ['admin', 'basic-calls'] : accountKey(accountId, 'calls', 'basic'),
    queryFn: ({ signal }): Promise<BasicCalls> =>
      scope === 'all'
        ? unwrap(api.GET('/api/admin/basic-calls', { signal }))
        : unwrap(api.GET('/api/my/basic-calls', { signal })),
    ...pollLive(({ progress }: BasicCalls) => (progress ? CALL_POLL_MS : SLOW_POLL_MS)),
  });

export function useReprocessBasicCalls(
  accountId: string,
  scope: BasicCallsScope,
): Record<'start' | 'stop', UseMutationResult<unknown, Error, void>> {
  const client = useQueryClient();
  const { queryKey } = basicCallsQuery(accountId, scope);
  const handlers = {
    onSuccess: () => client.invalidateQueries({ queryKey }),
    onError: (error: Error) => toastServerMessage(error, "Couldn't update reprocessing"),
  };
  const start = useMutation<unknown, Error, void>({
    mutationFn: () =>
      scope === 'all'
        ? unwrap(api.POST('/api/admin/basic-calls/reprocess'))
        : unwrap(api.POST('/api/my/basic-calls/reprocess')),
    ...handlers,
  });
  const stop = useMutation<unknown, Error, void>({
    mutationFn: () =>
      scope === 'all' ? api.DELETE('/api/admin/basic-calls/reprocess') : api.DELETE('/api/my/basic-calls/reprocess'),
    ...handlers,
  });
  return { start, stop };
}
