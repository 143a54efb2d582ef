import { accountKey } from '../session/session';
import { getQuery } from './get-query';
import { pollLive } from './poll';

export const todayQuery = (accountId: string) =>
  getQuery(accountKey(accountId, 'follow-ups', 'today', 'waiting'), '/api/follow-ups/today', pollLive());
