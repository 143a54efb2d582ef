import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';

import { api, unwrap } from '../../api/client';
import type { CustomerPage, ErasureList } from '../../api/types';
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
    // Keeps the old list while new filters load, but never another account's list.
    placeholderData: (previous, query) => (query?.queryKey[1] === accountId ? previous : undefined),
  });

export const customerQuery = (accountId: string, id: string) =>
  queryOptions({
    queryKey: [...customersKey(accountId), 'one', id],
    queryFn: ({ signal }) => unwrap(api.GET('/api/customers/{id}', { params: { path: { id } }, signal })),
    ...pollLive(),
  });

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
  queryOptions({
    queryKey: [...customersKey(accountId), 'follow-ups', customerId],
    queryFn: ({ signal }) =>
      unwrap(api.GET('/api/follow-ups', { params: { query: { customerId, limit: MAX_FOLLOW_UPS_SHOWN } }, signal })),
    ...pollLive(),
  });

export const erasuresQuery = (accountId: string) =>
  queryOptions({
    queryKey: accountKey(accountId, 'erasures'),
    queryFn: ({ signal }) => unwrap(api.GET('/api/my/erasures', { signal })),
    staleTime: 0, // colleagues erase customers, too
    refetchInterval: pollWhile(ERASURE_POLL_MS, ({ erasures }: ErasureList) =>
      erasures.some(({ finishedAt }) => finishedAt === null) ? ERASURE_POLL_MS : false,
    ),
  });

export const mergeCandidatesQuery = (accountId: string, search: string) =>
  queryOptions({
    queryKey: [...customersKey(accountId), 'found', search],
    queryFn: ({ signal }) =>
      unwrap(api.GET('/api/customers', { params: { query: { search, limit: MAX_MERGE_RESULTS } }, signal })),
    staleTime: 0, // calls and colleagues change customers at any time
  });
