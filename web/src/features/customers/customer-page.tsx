import { useQuery } from '@tanstack/react-query';
import { ChevronLeft, SearchX } from 'lucide-react';
import type { ReactNode } from 'react';
import { Navigate, useParams } from 'react-router';

import { isNotFound } from '../../api/api-error';
import type { CustomerDetails } from '../../api/types';
import { usePageTitle } from '../../lib/browser/use-document-title';
import { PATHS } from '../../lib/paths';
import { useUser } from '../../lib/session/session';
import { ButtonLink } from '../../ui/buttons/button';
import { EmptyState, LoadFailed, RefreshFailed } from '../../ui/feedback/empty-state';
import { Skeleton } from '../../ui/feedback/skeleton';
import { Card } from '../../ui/layout/card';
import { customerQuery } from './api';
import { customerName } from './customer-name';
import { CUSTOMERS_COPY } from './customers-copy';
import { CustomerCalls } from './details/customer-calls';
import { CustomerFollowUps } from './details/customer-follow-ups';
import { CustomerHeading } from './details/customer-heading';
import { Mood } from './details/mood';
import { Notes } from './details/notes';
import { Promises } from './details/promises';

/** A customer with their calls, risks, promises and notes. */
export function CustomerPage(): ReactNode {
  const { id = '' } = useParams();
  const { accountId, status } = useUser();
  const query = useQuery({ ...customerQuery(accountId, id), enabled: status === 'active' });
  const { error, refetch } = query;
  const isGone = isNotFound(error); // a colleague may merge or erase the customer while the page is open
  const data = isGone ? undefined : query.data;
  usePageTitle(data ? `${customerName(data)}, ${CUSTOMERS_COPY.title}` : null);
  if (status === 'demo') return <Navigate to={PATHS.home} replace />;
  const retry = (): void => void refetch();
  return (
    <div className="grid gap-4 wrap-anywhere">
      <ButtonLink to={PATHS.customers} variant="ghost" size="sm" className="justify-self-start print:hidden">
        <ChevronLeft aria-hidden />
        All customers
      </ButtonLink>
      {data !== undefined && error !== null && <RefreshFailed onRetry={retry} />}
      {data !== undefined ? (
        <Details key={id} customer={data} />
      ) : error === null ? (
        <Skeleton className="h-96 rounded-card" label="Loading the customer" />
      ) : isGone ? (
        <Card>
          <EmptyState icon={<SearchX />} {...CUSTOMERS_COPY.notFound} />
        </Card>
      ) : (
        <LoadFailed subject="this customer" onRetry={retry} />
      )}
    </div>
  );
}

function Details({ customer }: { customer: CustomerDetails }): ReactNode {
  const { id, months, promises, notes } = customer;
  return (
    <>
      <CustomerHeading customer={customer} />
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <Card title={CUSTOMERS_COPY.calls.title}>
          <CustomerCalls customerId={id} />
        </Card>
        <div className="grid gap-4">
          <Card title={CUSTOMERS_COPY.mood.title} subtitle={CUSTOMERS_COPY.mood.text}>
            <Mood months={months} />
          </Card>
          <Card title={CUSTOMERS_COPY.promises.title}>
            <Promises promises={promises} />
          </Card>
          <Card title={CUSTOMERS_COPY.followUps.title}>
            <CustomerFollowUps customerId={id} />
          </Card>
          <Card title={CUSTOMERS_COPY.notes.title}>
            <Notes notes={notes} />
          </Card>
        </div>
      </div>
    </>
  );
}
