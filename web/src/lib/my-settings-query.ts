import { queryOptions } from '@tanstack/react-query';

import { api, dataOf } from '../api/client';
import { myKey } from './session';

/** The settings of the current account. */
export const mySettingsQuery = (accountId: string) =>
  queryOptions({
    queryKey: myKey(accountId, 'settings'),
    queryFn: ({ signal }) => dataOf(api.GET('/api/my/settings', { signal })),
  });
