import { queryOptions, useMutation, useQueryClient, type UseMutationResult } from '@tanstack/react-query';

import type { GuidelineContent, GuidelineRule } from '@ringwell/domain/accounts/guideline';

import { api, unwrap } from '../../../api/client';
import type { BackTest, SavedGuideline } from '../../../api/types';
import { accountKey, useUser } from '../../../lib/session/session';
import type { GuidelineDraft } from './guideline-draft';

export type GuidelineVersion = Omit<SavedGuideline, 'rules'> & GuidelineContent;

export const guidelineQuery = (accountId: string) =>
  queryOptions({
    queryKey: accountKey(accountId, 'guideline'),
    queryFn: async ({ signal }) => toVersion(await unwrap(api.GET('/api/guideline', { signal }))),
    staleTime: Infinity, // a draft is based on this version, and the API won't save it over a newer one
    gcTime: 0,
  });

/** The latest versions, starting with the current one. */
export const guidelineVersionsQuery = (accountId: string) =>
  queryOptions({
    queryKey: accountKey(accountId, 'guideline-versions'),
    queryFn: async ({ signal }) => (await unwrap(api.GET('/api/guideline/versions', { signal }))).map(toVersion),
  });

/** An unsaved draft, and the version it's based on. */
export interface UnsavedDraft {
  draft: GuidelineDraft;
  version: number;
}

/** Stores a draft while the user visits other pages, until they switch accounts or sign out. */
export function useUnsavedDraft(): {
  storedDraft: UnsavedDraft | undefined;
  storeDraft: (draft: UnsavedDraft | undefined) => void;
} {
  const client = useQueryClient();
  const { accountId } = useUser();
  const queryKey = accountKey(accountId, 'guideline-draft');
  return {
    storedDraft: client.getQueryData<UnsavedDraft>(queryKey),
    storeDraft: (draft) => {
      client.setQueryDefaults(queryKey, { gcTime: Infinity });
      if (draft) client.setQueryData(queryKey, draft);
      else client.removeQueries({ queryKey });
    },
  };
}

export function useSaveGuideline(): UseMutationResult<
  GuidelineVersion,
  Error,
  GuidelineContent & { replaces: number }
> {
  const onSuccess = useCacheGuideline();
  return useMutation({
    mutationFn: async (body) => toVersion(await unwrap(api.PUT('/api/guideline', { body }))),
    onSuccess,
  });
}

export function useRestoreGuideline(): UseMutationResult<
  GuidelineVersion,
  Error,
  { version: number; replaces: number }
> {
  const onSuccess = useCacheGuideline();
  return useMutation({
    mutationFn: async (body) => toVersion(await unwrap(api.POST('/api/guideline/restore', { body }))),
    onSuccess,
  });
}

export function useBackTest(): UseMutationResult<BackTest, Error, GuidelineContent> {
  return useMutation({
    mutationFn: (body) => unwrap(api.POST('/api/guideline/back-test', { body })),
  });
}

function useCacheGuideline(): (savedGuideline: GuidelineVersion) => void {
  const client = useQueryClient();
  const { accountId } = useUser();
  return (savedGuideline) => {
    client.setQueryData(guidelineQuery(accountId).queryKey, savedGuideline);
    void client.invalidateQueries({ queryKey: guidelineVersionsQuery(accountId).queryKey });
  };
}

function toVersion(savedGuideline: SavedGuideline): GuidelineVersion {
  return { ...savedGuideline, rules: savedGuideline.rules.map(toRule) };
}

function toRule({
  when,
  phrases = [],
  saidBy = 'anyone',
  topic = 'other',
  then,
}: SavedGuideline['rules'][number]): GuidelineRule {
  return when === 'topic' ? { when, topic, then } : { when, phrases, saidBy, then };
}
