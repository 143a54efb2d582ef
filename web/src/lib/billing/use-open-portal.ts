import { useMutation, type UseMutationResult } from '@tanstack/react-query';

import { api, unwrap } from '../../api/client';
import { browserLocation } from '../browser/browser-location';
import { toastServerMessage } from '../messages/failure-toast';

/** Opens Stripe's customer portal. Separate from `api.ts` so that the dashboard doesn't load it. */
export function useOpenPortal(): UseMutationResult<{ url: string }, Error, void> {
  return useMutation({
    mutationFn: () => unwrap(api.POST('/api/billing/portal')),
    onSuccess: ({ url }) => browserLocation.assign(url),
    onError: (error) => toastServerMessage(error, "Couldn't open billing. Please try again."),
  });
}
