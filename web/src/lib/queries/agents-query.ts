import { accountKey } from '../session/session';
import { getQuery } from './get-query';

// New calls add agents, but counting a large account's calls takes a moment.
const STALE_MS = 60_000;

/** The agents on an account's calls, busiest first. */
export const agentsQuery = (accountId: string) =>
  getQuery(accountKey(accountId, 'agents'), '/api/my/agents', { staleTime: STALE_MS });
