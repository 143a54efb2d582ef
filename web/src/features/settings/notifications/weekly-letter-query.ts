import { queryOptions, useMutation, type UseMutationResult } from '@tanstack/react-query';

import { api, dataOf } from '../../../api/client';
import type { WeeklyLetterTest } from '../../../api/types';
import { COPY } from '../../../lib/copy';
import { toastServerMessage } from '../../../lib/messages/failure-toast';
import { toast } from '../../../lib/messages/toast-store';
import { myKey } from '../../../lib/session/session';

/** The letter about last week as a page, for a frame. */
export const LETTER_PAGE = '/api/my/weekly-letter/preview.html';

/** The letter about last week as it would be sent now. */
export const weeklyLetterQuery = (accountId: string) =>
  queryOptions({
    queryKey: myKey(accountId, 'weekly-letter'),
    queryFn: ({ signal }) => dataOf(api.GET('/api/my/weekly-letter/preview', { signal })),
    staleTime: 0, // calls and follow-ups change it
  });

/** Sends the letter to the signed-in user, marked as a test. */
export function useSendTestLetter(): UseMutationResult<WeeklyLetterTest, Error, void> {
  return useMutation({
    mutationFn: () => dataOf(api.POST('/api/my/weekly-letter/test')),
    onSuccess: ({ address }) => toast({ title: COPY.success, description: `We're sending it to ${address}` }),
    onError: (error) => toastServerMessage(error, "Couldn't send the test"),
  });
}
