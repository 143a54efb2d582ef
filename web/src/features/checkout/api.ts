import { queryOptions, useMutation, type UseMutationResult } from '@tanstack/react-query';

import { api, unwrap } from '../../api/client';
import type { CheckoutChoice } from '../../api/types';
import { browserLocation } from '../../lib/browser/browser-location';
import { getQuery } from '../../lib/queries/get-query';

export function useCheckout(): UseMutationResult<{ url: string }, Error, CheckoutChoice> {
  return useMutation({
    mutationFn: (choice: CheckoutChoice) => unwrap(api.POST('/api/checkout', { body: choice })),
    onSuccess: ({ url }) => browserLocation.assign(url),
  });
}

/** Whether plans can be bought on this installation. */
export const billingEnabledQuery = queryOptions({
  queryKey: ['billing', 'enabled'],
  queryFn: async ({ signal }) => (await unwrap(api.GET('/api/public/config', { signal }))).billingEnabled,
});

export const checkoutQuery = (sessionId: string | null) =>
  getQuery(['checkout', sessionId], '/api/checkout/success', {
    query: { session_id: sessionId ?? '' },
    enabled: sessionId !== null,
  });
