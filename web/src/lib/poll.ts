import { isUnauthorized } from './api-error';

interface PolledQuery<T> {
  state: { data: T | undefined; error: Error | null; fetchMeta: { fetchMore?: unknown } | null };
}

/** For `refetchInterval`: asks again after failures too, but not once the session has ended. Hidden tabs wait by themselves. */
export function pollEvery(intervalMs: number): (query: { state: { error: Error | null } }) => number | false {
  return ({ state }) => (isUnauthorized(state.error) ? false : intervalMs);
}

/**
 * For `refetchInterval` of data that changes on the server for a while. After a failed refresh it asks again until one
 * succeeds, as what is shown may be old. What never loaded has a button on its screen instead; so has one more page of a list.
 * @param retryMs milliseconds after a failed refresh
 * @param untilNews milliseconds until there may be something new, false when nothing more will come
 */
export function pollWhile<T>(
  retryMs: number,
  untilNews: (data: T) => number | false,
): (query: PolledQuery<T>) => number | false {
  return ({ state: { data, error, fetchMeta } }) => {
    if (data === undefined || isUnauthorized(error)) return false;
    return error && !fetchMeta?.fetchMore ? retryMs : untilNews(data);
  };
}
