import { isNotFound, isUnauthorized } from '../../api/api-error';
import { LIVE_POLL_MS, SLOW_POLL_MS } from '../constants';

interface PolledQuery<T> {
  state: { data: T | undefined; error: Error | null; fetchMeta: { fetchMore?: unknown } | null };
}

/** For `refetchInterval`: continues after failures, but not after the session ends. React Query skips hidden tabs. */
export function pollEvery(intervalMs: number): (query: { state: { error: Error | null } }) => number | false {
  return ({ state }) => (isUnauthorized(state.error) ? false : intervalMs);
}

/**
 * For `refetchInterval` of data that changes on the server for a while. After a failed refetch it retries until one
 * succeeds or the session ends, less often for deleted data, which may be restored. Data that never loaded and
 * additional pages of a list have a retry button instead.
 * @param retryMs delay after a failed refetch
 * @param getIntervalMs delay until the data may have changed, or false when it is final
 */
export function pollWhile<T>(
  retryMs: number,
  getIntervalMs: (data: T) => number | false,
): (query: PolledQuery<T>) => number | false {
  return ({ state: { data, error, fetchMeta } }) => {
    if (data === undefined || isUnauthorized(error)) return false;
    if (isNotFound(error)) return SLOW_POLL_MS;
    return error && !fetchMeta?.fetchMore ? retryMs : getIntervalMs(data);
  };
}

interface LiveOptions<T> {
  staleTime: 0;
  refetchInterval: ReturnType<typeof pollWhile<T>>;
  refetchOnWindowFocus: 'always';
  refetchOnReconnect: 'always';
}

/**
 * Query options for data that can change on the server at any time: refetches it when a part that shows it opens, while
 * the page is visible, and immediately when the user returns to the page or comes back online.
 * @param getIntervalMs delay until the data may have changed
 */
export function pollLive<T>(
  getIntervalMs: (data: T) => number = () => LIVE_POLL_MS,
  retryMs = LIVE_POLL_MS,
): LiveOptions<T> {
  return {
    staleTime: 0,
    refetchInterval: pollWhile(retryMs, getIntervalMs),
    refetchOnWindowFocus: 'always',
    refetchOnReconnect: 'always',
  };
}

const PAGES_PER_POLL = 4;

/** `pollLive` for a list that loads in pages. A refresh requests every page, so longer lists refresh less often. */
export function pollLivePages<T>(
  getIntervalMs: (pages: T[]) => number = () => LIVE_POLL_MS,
  retryMs = LIVE_POLL_MS,
): LiveOptions<{ pages: T[] }> {
  return pollLive(({ pages }) => getIntervalMs(pages) * Math.ceil(pages.length / PAGES_PER_POLL), retryMs);
}
