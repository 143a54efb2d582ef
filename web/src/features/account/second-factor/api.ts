import { useMutation, type QueryKey, type UseMutationResult } from '@tanstack/react-query';

import { api, unwrap } from '../../../api/client';
import type { NewFactor, RecoveryCodes, TotpSetup } from '../../../api/types';
import { getQuery } from '../../../lib/queries/get-query';
import { useChange } from '../../../lib/queries/use-change';
import { createPasskey } from '../../../lib/session/passkeys';
import { userKey, useUser } from '../../../lib/session/session';
import { SECOND_FACTOR_COPY } from './second-factor-copy';

export const secondFactorQuery = (userId: string) =>
  getQuery(userKey(userId, 'second-factor'), '/api/my/second-factor', { refetchOnMount: 'always' });

/** Requests a new secret for an authenticator app. */
export function useStartTotpSetup(): UseMutationResult<TotpSetup, Error, void> {
  return useMutation({ mutationFn: () => unwrap(api.POST('/api/my/second-factor/totp')), gcTime: 0 });
}

export function useActivateTotp(): UseMutationResult<NewFactor, Error, string> {
  return useChange({
    mutationFn: (code: string) => unwrap(api.POST('/api/my/second-factor/totp/activate', { body: { code } })),
    gcTime: 0,
    succeeded: (newFactor) => describeSuccess(newFactor, 'Your authenticator app is set up'),
    refetch: [useSecondFactorKey()],
  });
}

/** Asks the device for a new passkey, and stores it under a name. */
export function useAddPasskey(): UseMutationResult<NewFactor, Error, string> {
  return useChange({
    mutationFn: async (name: string) => {
      const { options } = await unwrap(api.POST('/api/my/second-factor/passkeys/options'));
      const credential = await createPasskey(options);
      return unwrap(api.POST('/api/my/second-factor/passkeys', { body: { name, credential } }));
    },
    gcTime: 0,
    succeeded: (newFactor) => describeSuccess(newFactor, 'Your passkey has been added'),
    refetch: [useSecondFactorKey()],
  });
}

export function useRenewRecoveryCodes(): UseMutationResult<RecoveryCodes, Error, void> {
  return useChange({
    mutationFn: () => unwrap(api.POST('/api/my/second-factor/recovery-codes')),
    gcTime: 0,
    refetchAlways: [useSecondFactorKey()],
  });
}

export interface FactorToRemove {
  /** Id of a passkey; undefined for the authenticator app. */
  passkeyId?: string;
  isLast: boolean;
}

export function useRemoveFactor(): UseMutationResult<unknown, Error, FactorToRemove> {
  return useChange({
    mutationFn: ({ passkeyId: id }: FactorToRemove) =>
      id === undefined
        ? api.DELETE('/api/my/second-factor/totp')
        : api.DELETE('/api/my/second-factor/passkeys/{id}', { params: { path: { id } } }),
    succeeded: (_data, { isLast }) => SECOND_FACTOR_COPY.remove[isLast ? 'doneLast' : 'done'],
    refetchAlways: [useSecondFactorKey()],
  });
}

function useSecondFactorKey(): QueryKey {
  return secondFactorQuery(useUser().id).queryKey;
}

// New recovery codes have their own dialog.
function describeSuccess({ recoveryCodes }: NewFactor, description: string): string | null {
  return recoveryCodes === null ? description : null;
}
