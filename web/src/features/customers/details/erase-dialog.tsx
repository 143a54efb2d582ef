import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';

import { api, unwrap } from '../../../api/client';
import type { CustomerDetails } from '../../../api/types';
import { toast } from '../../../lib/messages/toast-store';
import { PATHS } from '../../../lib/paths';
import { accountKey, useUser } from '../../../lib/session/session';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog';
import { customersKey, erasuresQuery } from '../api';
import { customerName } from '../customer-name';
import { CUSTOMERS_COPY } from '../customers-copy';

const COPY = CUSTOMERS_COPY.erase;

/** Erases a customer, then goes to the customer list, which shows the receipt. */
export function EraseDialog({ customer, onClose }: { customer: CustomerDetails; onClose: () => void }): ReactNode {
  const customerId = customer.id;
  const client = useQueryClient();
  const navigate = useNavigate();
  const { accountId } = useUser();
  const { data, isError } = useQuery({
    queryKey: [...customersKey(accountId), 'erasable', customerId],
    queryFn: ({ signal }) => unwrap(api.POST('/api/my/erase/count', { body: { customerId }, signal })),
    staleTime: 0,
    gcTime: 0,
  });
  const erase = useMutation({
    mutationFn: () => unwrap(api.POST('/api/my/erase', { body: { customerId } })),
    onSuccess: async () => {
      await navigate(PATHS.customers);
      toast({ title: 'Erasing the customer', description: 'The receipt is below the customer list.' });
      void client.invalidateQueries({ queryKey: erasuresQuery(accountId).queryKey });
      void client.invalidateQueries({ queryKey: accountKey(accountId) });
    },
  });
  return (
    <ConfirmDialog
      onClose={onClose}
      title={`Erase ${customerName(customer)}?`}
      question={COPY.question}
      confirmLabel={COPY.confirm}
      pendingLabel="Erasing…"
      tone="danger"
      failure="Couldn't erase this customer. Try again."
      onConfirm={() => erase.mutateAsync()}
    >
      <p role="status" className="mt-3 font-semibold">
        {data ? COPY.calls(data.calls) : isError ? COPY.notCounted : 'Counting the calls…'}
      </p>
    </ConfirmDialog>
  );
}
