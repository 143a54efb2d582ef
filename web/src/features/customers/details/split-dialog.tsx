import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';

import { formatPhone } from '@ringwell/domain/customers/phone';

import type { CustomerDetails } from '../../../api/types';
import { customerPath } from '../../../lib/paths';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog';
import { CUSTOMERS_COPY } from '../customers-copy';
import { useSplitCustomer } from '../use-customer-changes';

const COPY = CUSTOMERS_COPY.split;

interface SplitDialogProps {
  customer: CustomerDetails;
  number: string;
  onClose: () => void;
}

/** Splits off a number, then opens the new customer's page. */
export function SplitDialog({ customer, number, onClose }: SplitDialogProps): ReactNode {
  const split = useSplitCustomer(customer.id);
  const navigate = useNavigate();
  return (
    <ConfirmDialog
      onClose={onClose}
      title="Split off this number?"
      question={COPY.question(formatPhone(number))}
      confirmLabel={COPY.confirm}
      pendingLabel="Splitting…"
      failure="Couldn't split off this number. Try again."
      onConfirm={async () => navigate(customerPath((await split.mutateAsync(number)).id))}
    />
  );
}
