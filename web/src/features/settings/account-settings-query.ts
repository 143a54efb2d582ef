import { getQuery } from '../../lib/queries/get-query';

export const accountConnectionsQuery = (userId: string) =>
  getQuery(['admin', 'users', userId, 'connections'], '/api/admin/users/{userId}/connections', {
    path: { userId },
    staleTime: 0, // deliveries can change the state at any time
  });

export const accountSettingsQuery = (userId: string) =>
  getQuery(['admin', 'users', userId, 'settings'], '/api/account/settings/admin/{userId}', { path: { userId } });
