import { queryOptions } from '@tanstack/react-query';

import { api, dataOf } from '../../api/client';

/** The sign-in provider, for the label of the button. */
export const signInProviderQuery = queryOptions({
  queryKey: ['auth', 'provider'],
  queryFn: ({ signal }) => dataOf(api.GET('/api/auth/provider', { signal })),
});
