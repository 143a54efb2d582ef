import { queryOptions } from '@tanstack/react-query';

import { api, unwrap } from '../../api/client';

/** How people sign in on this installation. */
export const signInProviderQuery = queryOptions({
  queryKey: ['auth', 'provider'],
  queryFn: ({ signal }) => unwrap(api.GET('/api/auth/provider', { signal })),
});
