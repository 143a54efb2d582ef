import { queryOptions, useQuery } from '@tanstack/react-query';

import { api, unwrap } from '../../api/client';
import { accountKey, useUser } from '../session/session';

export const mySettingsQuery = (accountId: string) =>
  queryOptions({
    queryKey: accountKey(accountId, 'settings'),
    queryFn: ({ signal }) => unwrap(api.GET('/api/my/settings', { signal })),
  });

/** Whether a language model writes summaries and follows the guideline. False until the settings have loaded. */
export function useHasWriter(): boolean {
  const { accountId } = useUser();
  return useQuery(mySettingsQuery(accountId)).data?.hasWriter ?? false;
}
