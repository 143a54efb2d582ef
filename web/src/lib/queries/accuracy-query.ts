import { queryOptions } from '@tanstack/react-query';

import { api, unwrap } from '../../api/client';
import { accountKey } from '../session/session';

/** Label accuracy based on checked calls, and the resulting review limit. */
export const accuracyQuery = (accountId: string) =>
  queryOptions({
    queryKey: accountKey(accountId, 'accuracy'),
    queryFn: ({ signal }) => unwrap(api.GET('/api/checks/accuracy', { signal })),
    staleTime: 0, // colleagues check calls, too
  });
