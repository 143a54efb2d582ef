import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';

import { MIN_SEARCH_LENGTH } from '@ringwell/domain/text/search-length';

import type { Customer, CustomerDetails } from '../../../api/types';
import { useDebounced } from '../../../lib/browser/use-debounced';
import { useNow } from '../../../lib/browser/use-now';
import { formatRelative } from '../../../lib/format/format';
import { limitMessage } from '../../../lib/messages/server-message';
import { useUser } from '../../../lib/session/session';
import { LoadFailed } from '../../../ui/feedback/empty-state';
import { Field } from '../../../ui/forms/field';
import { Input } from '../../../ui/forms/input';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog';
import { Dialog } from '../../../ui/overlays/dialog';
import { mergeCandidatesQuery } from '../api';
import { customerName, otherNumbers } from '../customer-name';
import { CUSTOMERS_COPY } from '../customers-copy';
import { useMergeCustomer } from '../use-customer-changes';

const COPY = CUSTOMERS_COPY.merge;

/** Lets the user find the other customer, then asks for confirmation. */
export function MergeDialog({ customer, onClose }: { customer: CustomerDetails; onClose: () => void }): ReactNode {
  const [otherCustomer, setOtherCustomer] = useState<Customer | null>(null);
  const merge = useMergeCustomer(customer.id);
  if (otherCustomer === null)
    return (
      <Dialog
        onClose={onClose}
        title="Merge with another customer"
        description="For one customer who calls from several numbers."
      >
        <CustomerSearch customer={customer} onChoose={setOtherCustomer} />
      </Dialog>
    );
  return (
    <ConfirmDialog
      onClose={onClose}
      title={`Merge ${customerName(otherCustomer)}?`}
      question={COPY.question(customerName(otherCustomer), customerName(customer))}
      confirmLabel={COPY.confirm}
      pendingLabel="Merging…"
      failure="Couldn't merge these customers. Try again."
      onConfirm={() => merge.mutateAsync(otherCustomer.id)}
    />
  );
}

interface CustomerSearchProps {
  customer: CustomerDetails;
  onChoose: (otherCustomer: Customer) => void;
}

function CustomerSearch({ customer, onChoose }: CustomerSearchProps): ReactNode {
  const { accountId } = useUser();
  const [text, setText] = useState('');
  const search = useDebounced(text.trim());
  const now = useNow();
  const { data, error, isError, refetch } = useQuery({
    ...mergeCandidatesQuery(accountId, search),
    enabled: search.length >= MIN_SEARCH_LENGTH,
  });
  const candidates = data?.customers.filter(({ id }) => id !== customer.id);
  return (
    <>
      <Field label={COPY.search}>
        <Input
          type="search"
          autoComplete="off"
          placeholder={CUSTOMERS_COPY.search}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
      </Field>
      <p role="status" className="mt-3 text-fg-muted">
        {candidates?.length === 0 && 'No other customers found.'}
      </p>
      {isError && <LoadFailed subject="customers" reason={limitMessage(error)} onRetry={() => void refetch()} />}
      {candidates !== undefined && candidates.length > 0 && (
        <ul aria-label={COPY.search} className="-mx-3 divide-y">
          {candidates.map((candidate) => (
            <li key={candidate.id} className="py-1">
              <button
                type="button"
                className="block w-full rounded-control px-3 py-2.5 text-left transition-colors hover:bg-sunken"
                onClick={() => onChoose(candidate)}
              >
                <span className="block font-semibold">{customerName(candidate)}</span>
                <span className="block text-meta text-fg-muted">
                  {[...otherNumbers(candidate), candidate.lastCalledAt && formatRelative(candidate.lastCalledAt, now)]
                    .filter(Boolean)
                    .join(' · ')}
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
