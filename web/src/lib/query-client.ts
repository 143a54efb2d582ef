import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';

import { isUnauthorized } from './api-error';
import { signInAgain } from './sign-in-again';

/**
 * Data is fetched once and again only when told to. Without a network a call fails at once, and its screen says so, instead of
 * waiting unseen for the network. A session that has ended is dealt with here, for every call alike.
 */
export function createQueryClient(): QueryClient {
  const onError = (error: Error): void => {
    if (isUnauthorized(error)) signInAgain();
  };
  return new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: { networkMode: 'always', retry: false, staleTime: Infinity, refetchOnWindowFocus: false, refetchInterval: false },
      mutations: { networkMode: 'always', retry: false },
    },
  });
}
