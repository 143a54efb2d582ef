import { useMutation, useQueryClient, type UseMutationResult } from '@tanstack/react-query';

import { api, unwrap } from '../../api/client';
import type { CustomerDetails } from '../../api/types';
import { toast } from '../../lib/messages/toast-store';
import { useUser } from '../../lib/session/session';
import { customerQuery, customersKey } from './api';

export const useRenameCustomer = (id: string): UseMutationResult<CustomerDetails, Error, string> =>
  useCustomerChange('Name saved', (name) =>
    unwrap(api.PATCH('/api/customers/{id}', { params: { path: { id } }, body: { name } })),
  );

/** Merges the customer with the given ID into this one. */
export const useMergeCustomer = (id: string): UseMutationResult<CustomerDetails, Error, string> =>
  useCustomerChange('Customers merged', (customerId) =>
    unwrap(api.POST('/api/customers/{id}/merge', { params: { path: { id } }, body: { customerId } })),
  );

/** Splits off a number. Returns the new customer. */
export const useSplitCustomer = (id: string): UseMutationResult<CustomerDetails, Error, string> =>
  useCustomerChange('Number split off', (phone) =>
    unwrap(api.POST('/api/customers/{id}/split', { params: { path: { id } }, body: { phone } })),
  );

function useCustomerChange(
  successTitle: string,
  sendChange: (value: string) => Promise<CustomerDetails>,
): UseMutationResult<CustomerDetails, Error, string> {
  const client = useQueryClient();
  const { accountId } = useUser();
  return useMutation({
    mutationFn: sendChange,
    onSuccess: (customer) => {
      toast({ title: successTitle });
      client.setQueryData(customerQuery(accountId, customer.id).queryKey, customer);
    },
    onSettled: () => void client.invalidateQueries({ queryKey: customersKey(accountId) }), // colleagues may have merged them
  });
}
