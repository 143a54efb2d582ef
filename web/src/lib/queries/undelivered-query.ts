import { RARE_POLL_MS } from '../constants';
import { accountKey } from '../session/session';
import { getQuery } from './get-query';
import { pollLive } from './poll';

/** Destinations with undelivered messages in the last 24 hours. Only for owners and managers. */
export const undeliveredQuery = (accountId: string) =>
  getQuery(accountKey(accountId, 'undelivered'), '/api/my/undelivered', {
    ...pollLive(() => RARE_POLL_MS), // counting a large account's messages takes a moment
  });
