import { isUnauthorized } from './api-error';

/** For `refetchInterval`: asks again after failures too, but not once the session has ended. Hidden tabs wait by themselves. */
export function pollEvery(intervalMs: number): (query: { state: { error: Error | null } }) => number | false {
  return ({ state }) => (isUnauthorized(state.error) ? false : intervalMs);
}
