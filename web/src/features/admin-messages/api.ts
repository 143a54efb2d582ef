import { infiniteQueryOptions, useMutation, useQueryClient, type UseMutationResult } from '@tanstack/react-query';

import { api, dataOf } from '../../api/client';
import { toastServerMessage } from '../../lib/messages/failure-toast';
import { livePages } from '../../lib/queries/poll';
import { MESSAGES_COPY } from './messages-copy';

export type InboxState = 'new' | 'done';

export const inboxQuery = (state: InboxState) =>
  infiniteQueryOptions({
    queryKey: ['admin', 'messages', state],
    queryFn: ({ signal, pageParam }) =>
      dataOf(api.GET('/api/admin/contact-messages', { params: { query: { state, after: pageParam } }, signal })),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    ...livePages(),
  });

export function useMarkMessage(): UseMutationResult<unknown, Error, { id: string; isDone: boolean }> {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, isDone }) =>
      api.PATCH('/api/admin/contact-messages/{id}', { params: { path: { id } }, body: { isDone } }),
    onError: (error) => toastServerMessage(error, MESSAGES_COPY.failed),
    onSettled: () => client.invalidateQueries({ queryKey: ['admin'] }),
  });
}
