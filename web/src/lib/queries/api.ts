import { useQuery } from '@tanstack/react-query';

import type { ApiQuery } from '../../api/types';
import { ANALYTICS_DAYS, CALL_POLL_MS, SLOW_POLL_MS, SYSTEM_HEALTH_POLL_MS } from '../constants';
import { accountKey, userKey, useUser } from '../session/session';
import { getQuery } from './get-query';
import { keepPrevious } from './keep-previous';
import { pollEvery, pollLive } from './poll';

export const mySettingsQuery = (accountId: string) => getQuery(accountKey(accountId, 'settings'), '/api/my/settings');

/** Whether a language model writes summaries and follows the guideline. False until the settings have loaded. */
export function useHasWriter(): boolean {
  const { accountId } = useUser();
  return useQuery(mySettingsQuery(accountId)).data?.hasWriter ?? false;
}

export const membersQuery = (accountId: string) =>
  getQuery(accountKey(accountId, 'members'), '/api/my/members', pollLive());

export const myAccountsQuery = (userId: string) =>
  getQuery(userKey(userId, 'accounts'), '/api/my/accounts', {
    staleTime: 0, // owners can rename accounts, or add and remove members, at any time
    meta: { isShellData: true },
  });

// New calls add agents, but counting a large account's calls takes a moment.
const AGENTS_STALE_MS = 60_000;

/** The agents on an account's calls, busiest first. */
export const agentsQuery = (accountId: string) =>
  getQuery(accountKey(accountId, 'agents'), '/api/my/agents', { staleTime: AGENTS_STALE_MS });

export const happinessQuery = (accountId: string, filter: ApiQuery<'/api/my/happiness'> = {}) =>
  getQuery(accountKey(accountId, 'happiness', JSON.stringify(filter)), '/api/my/happiness', {
    query: filter,
    ...pollLive(() => SLOW_POLL_MS),
    placeholderData: keepPrevious(accountId),
  });

export const bookingsQuery = (accountId: string, filter: ApiQuery<'/api/my/bookings'> = {}) =>
  getQuery(accountKey(accountId, 'bookings', JSON.stringify(filter)), '/api/my/bookings', {
    query: filter,
    ...pollLive(() => SLOW_POLL_MS),
    placeholderData: keepPrevious(accountId),
  });

/** Label accuracy based on checked calls, and the resulting review limit. */
export const accuracyQuery = (accountId: string) =>
  getQuery(accountKey(accountId, 'accuracy'), '/api/checks/accuracy', {
    staleTime: 0, // colleagues can check calls, too
  });

export const todayQuery = (accountId: string) =>
  getQuery(accountKey(accountId, 'follow-ups', 'today', 'waiting'), '/api/follow-ups/today', pollLive());

/** How many of an account's customers are waiting for a call. */
export const followUpCountsQuery = (accountId: string, filters: ApiQuery<'/api/follow-ups/counts'> = {}) =>
  getQuery(accountKey(accountId, 'follow-ups', 'counts', JSON.stringify(filters)), '/api/follow-ups/counts', {
    query: filters,
    ...pollLive(),
    meta: { isShellData: true },
  });

/** Destinations with undelivered messages in the last 24 hours. Only for owners and managers. */
export const undeliveredQuery = (accountId: string) =>
  getQuery(accountKey(accountId, 'undelivered'), '/api/my/undelivered', {
    ...pollLive(() => SLOW_POLL_MS), // counting a large account's messages takes a moment
  });

export const systemHealthQuery = getQuery(['admin', 'system-health'], '/api/admin/system-health', {
  refetchInterval: (query) => pollEvery(query.state.data?.models.length ? CALL_POLL_MS : SYSTEM_HEALTH_POLL_MS)(query),
  refetchOnWindowFocus: 'always',
  refetchOnReconnect: 'always',
});

const USAGE_DAYS = { total: 'all', recent: String(ANALYTICS_DAYS) } as const;

/** Usage of all accounts: in total, or in the last 30 days. */
export const systemUsageQuery = (span: keyof typeof USAGE_DAYS) =>
  getQuery(['admin', 'usage', 'system', span], '/api/admin/usage/system', {
    query: { days: USAGE_DAYS[span] },
    ...pollLive(),
  });
