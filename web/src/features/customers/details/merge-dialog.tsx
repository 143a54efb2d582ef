import { useQuery } from '@tanstack/react-query';
import { useEffect, useState, type ReactNode } from 'react';

import type { Customer, CustomerDetails } from '../../../api/types';
import { useNow } from '../../../lib/browser/use-now';
import { SEARCH_DELAY_MS } from '../../../lib/constants';
import { formatRelative } from '../../../lib/format/format';
import { limitMessage, serverMessage } from '../../../lib/messages/server-message';
import { useUser } from '../../../lib/session/session';
import { LoadFailed } from '../../../ui/feedback/empty-state';
import { Field } from '../../../ui/forms/field';
import { Input } from '../../../ui/forms/input';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog';
import { Dialog } from '../../../ui/overlays/dialog';
import { foundToMergeQuery } from '../api';
import { customerName, otherNumbers } from '../customer-name';
import { CUSTOMERS_COPY } from '../customers-copy';
import { useMergeCustomer } from '../use-customer-changes';

const COPY = CUSTOMERS_COPY.merge;
const MIN_SEARCH_LENGTH = 2;

/** Finds the other customer, then explains the effects. */
export function MergeDialog({ customer, onClose }: { customer: CustomerDetails; onClose: () => void }): ReactNode {
  const [other, setOther] = useState<Customer | null>(null);
  const merge = useMergeCustomer(customer.id);
  if (other === null)
    return (
      <Dialog open onOpenChange={onClose} title={COPY.title} description={COPY.text}>
        <OtherCustomer customer={customer} onChoose={setOther} />
      </Dialog>
    );
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={COPY.confirmTitle(customerName(other))}
      question={COPY.question(customerName(other), customerName(customer))}
      confirmLabel={COPY.confirm}
      pendingLabel={COPY.pending}
      explain={(error) => serverMessage(error, COPY.failed)}
      onConfirm={() => merge.mutateAsync(other.id)}
    />
  );
}

interface OtherCustomerProps {
  customer: CustomerDetails;
  onChoose: (other: Customer) => void;
}

function OtherCustomer({ customer, onChoose }: OtherCustomerProps): ReactNode {
  const { accountId } = useUser();
  const [text, setText] = useState('');
  const search = useAfterTyping(text.trim());
  const now = useNow();
  const { data, error, isError, refetch } = useQuery({
    ...foundToMergeQuery(accountId, search),
    enabled: search.length >= MIN_SEARCH_LENGTH,
  });
  const found = data?.customers.filter(({ id }) => id !== customer.id);
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
        {found?.length === 0 && COPY.none}
      </p>
      {isError && <LoadFailed what="customers" reason={limitMessage(error)} onRetry={() => void refetch()} />}
      {found !== undefined && found.length > 0 && (
        <ul aria-label={COPY.search} className="-mx-3 divide-y">
          {found.map((each) => (
            <li key={each.id} className="py-1">
              <button
                type="button"
                className="block w-full rounded-control px-3 py-2.5 text-left transition-colors hover:bg-sunken"
                onClick={() => onChoose(each)}
              >
                <span className="block font-semibold">{customerName(each)}</span>
                <span className="block text-meta text-fg-muted">
                  {[...otherNumbers(each), each.lastCalledAt && formatRelative(each.lastCalledAt, now)]
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

// Returns the text once the user stops typing.
function useAfterTyping(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), SEARCH_DELAY_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
