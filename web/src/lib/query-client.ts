import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';

import { isAccountChanged, isUnauthorized } from '../api/api-error';
import { setAccountSource } from '../api/client';
import { COPY } from './copy';
import { setTimeZoneSource } from './format';
import { switchAccount, userQuery } from './session';
import { redirectToSignIn } from './sign-in-redirect';
import { toast } from './toast-store';

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      /** The data belongs to the frame around the page, so that it does not count for "Last sync". */
      isOfShell?: true;
    };
  }
}

/**
 * Data is fetched once and refetched only on request. Offline, requests fail immediately so that the page can say so,
 * instead of waiting for the network. Ended sessions and changed accounts are handled here for all requests.
 */
export function createQueryClient(): QueryClient {
  const onError = (error: Error): void => {
    if (isUnauthorized(error)) redirectToSignIn();
    if (!isAccountChanged(error)) return;
    toast({ ...COPY.accountChanged, tone: 'danger' });
    void switchAccount(client);
  };
  const client = new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        networkMode: 'always',
        retry: false,
        staleTime: Infinity,
        refetchOnWindowFocus: false,
        refetchInterval: false,
      },
      mutations: { networkMode: 'always', retry: false },
    },
  });
  setAccountSource(() => client.getQueryData(userQuery.queryKey)?.id);
  setTimeZoneSource(() => client.getQueryData(userQuery.queryKey)?.timeZone);
  return client;
}
