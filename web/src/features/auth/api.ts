import { queryOptions } from '@tanstack/react-query';

import { api, dataOf } from '../../api/client';

/** Who signs people in, as the button names it. */
export const signInProviderQuery = queryOptions({
  queryKey: ['auth', 'provider'],
  queryFn: ({ signal }) => dataOf(api.GET('/api/auth/provider', { signal })),
});
