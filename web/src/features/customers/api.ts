import { infiniteQueryOptions } from '@tanstack/react-query';

import { api, unwrap } from '../../api/client';
import type { CustomerPage, ErasureList } from '../../api/types';
import { getQuery } from '../../lib/queries/get-query';
import { keepPrevious } from '../../lib/queries/keep-previous';
import { pollLive, pollLivePages, pollWhile } from '../../lib/queries/poll';
import { accountKey } from '../../lib/session/session';
import { toApiQuery, type CustomerFilters } from './customer-filters';

const MAX_FOLLOW_UPS_SHOWN = 10;
const MAX_MERGE_RESULTS = 6;
const ERASURE_POLL_MS = 2_000;

export const customersKey = (accountId: string): readonly string[] => accountKey(accountId, 'customers');

export const customerListQuery = (accountId: string, filters: CustomerFilters) =>
  infiniteQueryOptions({
    queryKey: [...customersKey(accountId), 'list', JSON.stringify(toApiQuery(filters))],
    queryFn: ({ signal, pageParam }) =>
      unwrap(api.GET('/api/customers', { params: { query: { ...toApiQuery(filters), cursor: pageParam } }, signal })),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    ...pollLivePages<CustomerPage>(),
    placeholderData: keepPrevious(accountId),
  });

export const customerQuery = (accountId: string, id: string) =>
  getQuery([...customersKey(accountId), 'one', id], '/api/customers/{id}', { path: { id }, ...pollLive() });

export const customerCallsQuery = (accountId: string, customer: string) =>
  infiniteQueryOptions({
    queryKey: [...customersKey(accountId), 'calls', customer],
    queryFn: ({ signal, pageParam }) =>
      unwrap(api.GET('/api/calls', { params: { query: { customer, cursor: pageParam } }, signal })),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    ...pollLivePages(),
  });

export const customerFollowUpsQuery = (accountId: string, customerId: string) =>
  getQuery([...customersKey(accountId), 'follow-ups', customerId], '/api/follow-ups', {
    query: { customerId, limit: MAX_FOLLOW_UPS_SHOWN },
    ...pollLive(),
  });

export const erasuresQuery = (accountId: string) =>
  getQuery(accountKey(accountId, 'erasures'), '/api/my/erasures', {
    staleTime: 0, // colleagues can erase customers, too
    refetchInterval: pollWhile(ERASURE_POLL_MS, ({ erasures }: ErasureList) =>
      erasures.some(({ finishedAt }) => finishedAt === null) ? ERASURE_POLL_MS : false,
    ),
  });

export const mergeCandidatesQuery = (accountId: string, search: string) =>
  getQuery([...customersKey(accountId), 'found', search], '/api/customers', {
    query: { search, limit: MAX_MERGE_RESULTS },
    staleTime: 0, // calls and colleagues can change customers at any time
  });
