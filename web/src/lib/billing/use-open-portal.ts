import { useMutation, type UseMutationResult } from '@tanstack/react-query';

import { ApiError } from '../../api/api-error';
import { api, unwrap } from '../../api/client';
import { browserLocation } from '../browser/browser-location';
import { toastServerMessage } from '../messages/failure-toast';
import { subscribeDialog } from './subscribe-dialog';

/** Opens Stripe's customer portal. Separate from `api.ts` so that the dashboard doesn't load it. */
export function useOpenPortal(): UseMutationResult<{ url: string }, Error, void> {
  return useMutation({
    mutationFn: () => unwrap(api.POST('/api/billing/portal')),
    onSuccess: ({ url }) => browserLocation.assign(url),
    onError: (error) => {
      toastServerMessage(error, "Couldn't open billing. Please try again.");
      // The customer was deleted in Stripe. A new subscription creates another one.
      if (error instanceof ApiError && error.code === 'NEVER_SUBSCRIBED') subscribeDialog.set(true);
    },
  });
}
