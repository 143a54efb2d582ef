import { useQuery } from '@tanstack/react-query';

import { accountKey, useUser } from '../session/session';
import { getQuery } from './get-query';

export const mySettingsQuery = (accountId: string) => getQuery(accountKey(accountId, 'settings'), '/api/my/settings');

/** Whether a language model writes summaries and follows the guideline. False until the settings have loaded. */
export function useHasWriter(): boolean {
  const { accountId } = useUser();
  return useQuery(mySettingsQuery(accountId)).data?.hasWriter ?? false;
}
