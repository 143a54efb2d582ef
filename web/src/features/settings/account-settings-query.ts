import { queryOptions } from '@tanstack/react-query';

import { api, unwrap } from '../../api/client';

export const accountConnectionsQuery = (userId: string) =>
  queryOptions({
    queryKey: ['admin', 'users', userId, 'connections'],
    queryFn: ({ signal }) =>
      unwrap(api.GET('/api/admin/users/{userId}/connections', { params: { path: { userId } }, signal })),
    staleTime: 0, // deliveries can change the state at any time
  });

export const accountSettingsQuery = (userId: string) =>
  queryOptions({
    queryKey: ['admin', 'users', userId, 'settings'],
    queryFn: ({ signal }) =>
      unwrap(api.GET('/api/account/settings/admin/{userId}', { params: { path: { userId } }, signal })),
  });
