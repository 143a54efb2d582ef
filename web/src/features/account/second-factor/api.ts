import { useMutation, useQueryClient, type UseMutationResult } from '@tanstack/react-query';

import { api, unwrap } from '../../../api/client';
import type { NewFactor, RecoveryCodes, TotpSetup } from '../../../api/types';
import { COPY } from '../../../lib/copy';
import { toast } from '../../../lib/messages/toast-store';
import { getQuery } from '../../../lib/queries/get-query';
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
  const refresh = useRefreshSecondFactor();
  return useMutation({
    mutationFn: (code: string) => unwrap(api.POST('/api/my/second-factor/totp/activate', { body: { code } })),
    gcTime: 0,
    onSuccess: (newFactor) => {
      toastUnlessCodesShown(newFactor, SECOND_FACTOR_COPY.setup.done);
      return refresh();
    },
  });
}

/** Asks the device for a new passkey, and stores it under a name. */
export function useAddPasskey(): UseMutationResult<NewFactor, Error, string> {
  const refresh = useRefreshSecondFactor();
  return useMutation({
    mutationFn: async (name: string) => {
      const { options } = await unwrap(api.POST('/api/my/second-factor/passkeys/options'));
      const credential = await createPasskey(options);
      return unwrap(api.POST('/api/my/second-factor/passkeys', { body: { name, credential } }));
    },
    gcTime: 0,
    onSuccess: (newFactor) => {
      toastUnlessCodesShown(newFactor, SECOND_FACTOR_COPY.passkeys.done);
      return refresh();
    },
  });
}

export function useRenewRecoveryCodes(): UseMutationResult<RecoveryCodes, Error, void> {
  const refresh = useRefreshSecondFactor();
  return useMutation({
    mutationFn: () => unwrap(api.POST('/api/my/second-factor/recovery-codes')),
    gcTime: 0,
    onSettled: refresh,
  });
}

export interface FactorToRemove {
  /** Id of a passkey; undefined for the authenticator app. */
  passkeyId?: string;
  isLast: boolean;
}

export function useRemoveFactor(): UseMutationResult<unknown, Error, FactorToRemove> {
  const refresh = useRefreshSecondFactor();
  return useMutation({
    mutationFn: ({ passkeyId: id }: FactorToRemove) =>
      id === undefined
        ? api.DELETE('/api/my/second-factor/totp')
        : api.DELETE('/api/my/second-factor/passkeys/{id}', { params: { path: { id } } }),
    onSuccess: (_data, { isLast }) => toastSuccess(SECOND_FACTOR_COPY.remove[isLast ? 'doneLast' : 'done']),
    // Runs even after a failure, because the factor may have been removed elsewhere.
    onSettled: refresh,
  });
}

function useRefreshSecondFactor(): () => Promise<void> {
  const client = useQueryClient();
  const { id } = useUser();
  return () => client.invalidateQueries({ queryKey: secondFactorQuery(id).queryKey });
}

// New recovery codes have their own dialog.
function toastUnlessCodesShown({ recoveryCodes }: NewFactor, description: string): void {
  if (recoveryCodes === null) toastSuccess(description);
}

function toastSuccess(description: string): void {
  toast({ title: COPY.success, description });
}
