import { useMutation, useQueryClient, type UseMutationResult } from '@tanstack/react-query';

import { includesTerm, MAX_TERM_LENGTH, MAX_TERMS } from '@ringwell/domain/accounts/vocabulary';

import { api, unwrap } from '../../../api/client';
import type { AccountSettings, FullCall, Transcript } from '../../../api/types';
import { mySettingsQuery } from '../../../lib/queries/api';
import { useChange } from '../../../lib/queries/use-change';
import { useUser } from '../../../lib/session/session';
import { useChangeCall, useRefreshCalls } from '../api';
import type { CallDetails } from '../call-fields';
import { transcriptQuery } from './api';

export function useEditDetails(id: string): UseMutationResult<FullCall, Error, Partial<CallDetails>> {
  return useChangeCall({
    mutationFn: (changes: Partial<CallDetails>) =>
      unwrap(api.PATCH('/api/calls/{id}', { params: { path: { id } }, body: changes })),
  });
}

/** Corrects a word throughout the transcript, and refetches the call, because its quotes may have changed. */
export function useCorrectTranscript({
  id,
  resultRunNumber,
}: FullCall): UseMutationResult<Transcript, Error, { from: string; to: string }> {
  const client = useQueryClient();
  const user = useUser();
  const refresh = useRefreshCalls();
  return useMutation({
    mutationFn: (body: { from: string; to: string }) =>
      unwrap(api.PATCH('/api/calls/{id}/transcript', { params: { path: { id } }, body })),
    onSuccess: (transcript) => {
      client.setQueryData(transcriptQuery(user.accountId, id, resultRunNumber).queryKey, transcript);
      void refresh();
    },
  });
}

/** Whether a term can be added to the account's names and words. False if these can't be loaded. */
export function useCanAddTerm(): (term: string) => Promise<boolean> {
  const { accountId } = useUser();
  const client = useQueryClient();
  return async (term) => {
    const settings = await client.ensureQueryData(mySettingsQuery(accountId)).catch(() => undefined);
    return (
      settings !== undefined &&
      term !== '' &&
      term.length <= MAX_TERM_LENGTH &&
      settings.vocabulary.length < MAX_TERMS &&
      !includesTerm(settings.vocabulary, term)
    );
  };
}

export function useAddTerm(): UseMutationResult<AccountSettings, Error, string> {
  const { queryKey } = mySettingsQuery(useUser().accountId);
  return useChange({
    mutationFn: (term: string) => unwrap(api.PATCH('/api/my/settings/vocabulary', { body: { add: [term] } })),
    replaces: queryKey,
    succeeded: (_settings, term) => `Added “${term}” to names and words`,
    failed: "Couldn't add it to names and words",
  });
}
