import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';

import { setAccount } from '../api/client';
import { isAccountChanged, isUnauthorized } from './api-error';
import { COPY } from './copy';
import { switchAccount, userQuery } from './session';
import { signInAgain } from './sign-in-redirect';
import { toast } from './toast-store';

/**
 * Data is fetched once and again only when told to. Without a network a call fails at once, and its screen says so, instead of
 * waiting unseen for the network. A session that has ended, or acts for another account, is dealt with here, for every
 * call alike.
 */
export function createQueryClient(): QueryClient {
  const onError = (error: Error): void => {
    if (isUnauthorized(error)) signInAgain();
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
  setAccount(() => client.getQueryData(userQuery.queryKey)?.id);
  return client;
}
