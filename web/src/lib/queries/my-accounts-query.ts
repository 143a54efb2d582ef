import { userKey } from '../session/session';
import { getQuery } from './get-query';

export const myAccountsQuery = (userId: string) =>
  getQuery(userKey(userId, 'accounts'), '/api/my/accounts', {
    staleTime: 0, // owners rename accounts, and add and remove members, at any time
    meta: { isShellData: true },
  });
