import { useInfiniteQuery } from '@tanstack/react-query';
import { Contact, SearchX } from 'lucide-react';
import type { ReactNode } from 'react';

import { keepFocus } from '../../../lib/browser/remember-focus';
import { formatNumber, plural } from '../../../lib/format/format';
import { limitMessage } from '../../../lib/messages/server-message';
import { useUser } from '../../../lib/session/session';
import { Button } from '../../../ui/buttons/button';
import { LoadMore } from '../../../ui/data/load-more';
import { ROW_ITEM_CLASSES, RowList } from '../../../ui/data/row-list';
import { EmptyState, LoadFailed, RefreshFailed } from '../../../ui/feedback/empty-state';
import { LoadPlaceholder } from '../../../ui/feedback/load-placeholder';
import { Spinner } from '../../../ui/feedback/spinner';
import { customerListQuery } from '../api';
import { isFiltered, type CustomerFilters } from '../customer-filters';
import { CUSTOMERS_COPY } from '../customers-copy';
import { CustomerRow } from './customer-row';

interface CustomerListProps {
  filters: CustomerFilters;
  onClear: () => void;
}

export function CustomerList({ filters, onClear }: CustomerListProps): ReactNode {
  const { accountId } = useUser();
  const query = useInfiniteQuery(customerListQuery(accountId, filters));
  const { data, isError, isRefetchError, isFetchNextPageError, isPlaceholderData, hasNextPage } = query;
  const retry = (): void => void query.refetch();
  const customers = data?.pages.flatMap((page) => page.customers);
  if (customers === undefined || (isPlaceholderData && customers.length === 0))
    return (
      <LoadPlaceholder
        subject="customers"
        className="h-96"
        reason={limitMessage(query.error)}
        retry={isError && retry}
      />
    );
  if (customers.length === 0) return <NoCustomers filters={filters} onClear={onClear} />;
  return (
    <div>
      <p role="status" className="flex min-h-5 items-center gap-x-2 text-fg-muted">
        {hasNextPage ? `Showing the first ${formatNumber(customers.length)}` : plural(customers.length, 'customer')}
        {isPlaceholderData && (
          <>
            <Spinner />
            <span className="sr-only">Searching</span>
          </>
        )}
      </p>
      {isRefetchError && <RefreshFailed onRetry={retry} />}
      <RowList label={CUSTOMERS_COPY.title} className="-mx-3 mt-1">
        {customers.map((customer) => (
          <li key={customer.id} className={ROW_ITEM_CLASSES}>
            <CustomerRow customer={customer} />
          </li>
        ))}
      </RowList>
      {isFetchNextPageError && <LoadFailed subject="more customers" onRetry={() => void query.fetchNextPage()} />}
      {hasNextPage && <LoadMore isLoading={query.isFetchingNextPage} onLoad={query.fetchNextPage} />}
    </div>
  );
}

function NoCustomers({ filters, onClear }: CustomerListProps): ReactNode {
  if (!isFiltered(filters)) return <EmptyState icon={<Contact />} {...CUSTOMERS_COPY.none} />;
  return (
    <EmptyState icon={<SearchX />} {...CUSTOMERS_COPY.noneFound}>
      <Button ref={keepFocus} variant="outline" onClick={onClear}>
        Clear filters
      </Button>
    </EmptyState>
  );
}
