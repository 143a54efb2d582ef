import { MutationCache, QueryCache, QueryClient, type Mutation, type Query } from '@tanstack/react-query';

import { DEFAULT_TIME_ZONE } from '@ringwell/domain/time';

import { isAccountChanged, isRoleTooLow, isUnauthorized } from '../../api/api-error';
import { setAccountSource, setIdentityConfirmation } from '../../api/client';
import { COPY } from '../copy';
import { setTimeZoneSource } from '../format/format';
import { toast } from '../messages/toast-store';
import { confirmIdentity } from '../session/identity-confirmation';
import {
  isLeavingAccount,
  belongsToPageAccount,
  leaveAccount,
  cancelLeaving,
  switchAccount,
  userQuery,
} from '../session/session';
import { redirectToSignIn } from '../session/sign-in-redirect';

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      /** The data belongs to the frame around the page, so it doesn't count toward "Last sync". */
      isShellData?: true;
    };
    mutationMeta: {
      /** The mutation changes the session's account. Call `switchAccount` once it succeeds. */
      changesAccount?: true;
    };
  }
}

/**
 * By default, data is fetched once and refetched only on request. Offline, requests fail immediately instead of waiting
 * for the network, and the page says so. Ended sessions and changed accounts are handled here for all requests.
 */
export function createQueryClient(): QueryClient {
  const showOtherAccount = (description: string): void => {
    toast({ title: COPY.accountChanged.title, description, tone: 'danger' });
    void switchAccount(client);
  };
  // An owner has since changed the role, so controls on the page are outdated.
  const showCurrentRole = (): void => void client.invalidateQueries({ queryKey: userQuery.queryKey });
  const handleQueryError = (error: Error, { queryKey }: Pick<Query, 'queryKey'>): void => {
    if (isUnauthorized(error)) redirectToSignIn();
    if (isRoleTooLow(error)) showCurrentRole();
    // Several queries may fail at once, so the page may already be switching to the other account.
    const isSwitching = isLeavingAccount() || client.isFetching({ queryKey: userQuery.queryKey }) > 0;
    if (isAccountChanged(error) && !isSwitching && belongsToPageAccount(client, queryKey))
      showOtherAccount(COPY.accountChanged.description);
  };
  const handleMutate = (_: unknown, { meta }: Pick<Mutation, 'meta'>): void => {
    if (meta?.changesAccount) leaveAccount();
  };
  const handleMutationError = (error: Error, _: unknown, __: unknown, { meta }: Pick<Mutation, 'meta'>): void => {
    if (meta?.changesAccount) cancelLeaving();
    if (isUnauthorized(error)) redirectToSignIn();
    if (isRoleTooLow(error)) showCurrentRole();
    if (isAccountChanged(error)) showOtherAccount(COPY.accountChanged.notSaved);
  };
  const client = new QueryClient({
    queryCache: new QueryCache({ onError: handleQueryError }),
    mutationCache: new MutationCache({ onMutate: handleMutate, onError: handleMutationError }),
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
  setIdentityConfirmation(confirmIdentity);
  setAccountSource(() => client.getQueryData(userQuery.queryKey));
  setTimeZoneSource(() => {
    const user = client.getQueryData(userQuery.queryKey);
    return user?.timeZone ?? (user?.isImpersonated ? DEFAULT_TIME_ZONE : undefined);
  });
  return client;
}
