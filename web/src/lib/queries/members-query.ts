import { accountKey } from '../session/session';
import { getQuery } from './get-query';
import { pollLive } from './poll';

export const membersQuery = (accountId: string) =>
  getQuery(accountKey(accountId, 'members'), '/api/my/members', pollLive());
