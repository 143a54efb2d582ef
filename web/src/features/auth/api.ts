import { queryOptions } from '@tanstack/react-query';

import { api, dataOf } from '../../api/client';

export const signInProviderQuery = queryOptions({
  queryKey: ['auth', 'provider'],
  queryFn: ({ signal }) => dataOf(api.GET('/api/auth/provider', { signal })),
});
