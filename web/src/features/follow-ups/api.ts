import { infiniteQueryOptions } from '@tanstack/react-query';

import { api, unwrap } from '../../api/client';
import type { FollowUpPage } from '../../api/types';
import { getQuery } from '../../lib/queries/get-query';
import { pollLive, pollLivePages } from '../../lib/queries/poll';
import { accountKey } from '../../lib/session/session';
import { toApiFilters, type FollowUpFilters } from './follow-up-filters';

export const followUpsKey = (accountId: string): readonly string[] => accountKey(accountId, 'follow-ups');

export const followUpListQuery = (accountId: string, filters: FollowUpFilters) =>
  infiniteQueryOptions({
    queryKey: [...followUpsKey(accountId), 'list', getListParameter(filters), JSON.stringify(filters)],
    queryFn: ({ signal, pageParam }) =>
      unwrap(
        api.GET('/api/follow-ups', { params: { query: { ...toApiFilters(filters), cursor: pageParam } }, signal }),
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    ...pollLivePages<FollowUpPage>(),
    // Keeps the old list while new filters load, but never the contents of another list or account.
    placeholderData: (previous, query) =>
      query?.queryKey[1] === accountId && query.queryKey.at(-2) === getListParameter(filters) ? previous : undefined,
  });

/** When the office is open, today and in the next two weeks. */
export const openDaysQuery = (accountId: string) =>
  getQuery([...followUpsKey(accountId), 'open-days'], '/api/follow-ups/open-days', {
    staleTime: 0, // changes with the settings and over time
  });

const getListParameter = ({ show, figure }: FollowUpFilters): string => (figure ? 'all' : show);

/** The follow-ups a call belongs to, newest first. */
export const callFollowUpsQuery = (accountId: string, callId: string) =>
  getQuery([...followUpsKey(accountId), 'call', callId], '/api/follow-ups', { query: { callId }, ...pollLive() });

export const followUpQuery = (accountId: string, id: string) =>
  getQuery([...followUpsKey(accountId), 'one', id], '/api/follow-ups/{id}', { path: { id }, ...pollLive() });
