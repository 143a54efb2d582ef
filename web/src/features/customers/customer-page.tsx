import { useQuery } from '@tanstack/react-query';
import { ChevronLeft, SearchX } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link, Navigate, useParams } from 'react-router';

import { PROMISE_STATE_NAMES, type PromiseState } from '@ringwell/domain/customers/customer';
import { FOLLOW_UP_KIND_NAMES } from '@ringwell/domain/follow-ups/follow-up';

import { isNotFound } from '../../api/api-error';
import type { CustomerDetails } from '../../api/types';
import { usePageTitle } from '../../lib/browser/use-document-title';
import { formatDate, formatDateTime } from '../../lib/format/format';
import { callPath, followUpPath, PATHS } from '../../lib/paths';
import { useUser } from '../../lib/session/session';
import { ButtonLink } from '../../ui/buttons/button';
import { Badge } from '../../ui/data/badge';
import { EmptyState, LoadFailed, RefreshFailed } from '../../ui/feedback/empty-state';
import { LoadPlaceholder } from '../../ui/feedback/load-placeholder';
import { Skeleton } from '../../ui/feedback/skeleton';
import { Card } from '../../ui/layout/card';
import { Assignee } from '../follow-ups/components/assignee';
import { DueTime } from '../follow-ups/components/due-time';
import { customerFollowUpsQuery, customerQuery } from './api';
import { customerName } from './customer-name';
import { CUSTOMERS_COPY } from './customers-copy';
import { CustomerCalls } from './details/customer-calls';
import { CustomerHeading } from './details/customer-heading';
import { Mood } from './details/mood';

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
          <Card title={CUSTOMERS_COPY.mood.title} subtitle="How their calls were labeled in the last 12 months">
            <Mood months={months} />
          </Card>
          <Card title="Promises">
            <Promises promises={promises} />
          </Card>
          <Card title="Follow-ups">
            <CustomerFollowUps customerId={id} />
          </Card>
          <Card title="Notes">
            <Notes notes={notes} />
          </Card>
        </div>
      </div>
    </>
  );
}

function Notes({ notes }: { notes: CustomerDetails['notes'] }): ReactNode {
  if (notes.length === 0) return <p className="text-fg-muted">Notes from follow-ups show up here.</p>;
  return (
    <ul className="-my-3 divide-y">
      {notes.map(({ id, at, actor, note }) => (
        <li key={id} className="py-3">
          <p dir="auto" className="whitespace-pre-wrap wrap-anywhere">
            {note}
          </p>
          <p className="mt-1 text-meta text-fg-subtle">
            {actor !== null && `${actor} · `}
            <time dateTime={at}>{formatDateTime(at)}</time>
          </p>
        </li>
      ))}
    </ul>
  );
}

const TONES = {
  kept: 'plain',
  late: 'warning',
  open: 'primary',
  broken: 'danger',
} as const satisfies Record<PromiseState, string>;

function Promises({ promises }: { promises: CustomerDetails['promises'] }): ReactNode {
  if (promises.length === 0) return <p className="text-fg-muted">No promises have been confirmed.</p>;
  return (
    <ul className="-my-3 divide-y">
      {promises.map(({ followUpId, callId, what, promisedAt, dueAt, state }) => (
        <li key={followUpId} className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-3 gap-y-1 py-3">
          <Link to={callPath(callId)} dir="auto" className="font-medium underline-offset-4 hover:underline">
            {what ?? `Promised on ${formatDate(promisedAt)}`}
          </Link>
          <Badge tone={TONES[state]}>{PROMISE_STATE_NAMES[state]}</Badge>
          <span className="text-meta text-fg-muted">
            Due <time dateTime={dueAt}>{formatDateTime(dueAt)}</time>
          </span>
        </li>
      ))}
    </ul>
  );
}

function CustomerFollowUps({ customerId }: { customerId: string }): ReactNode {
  const { accountId } = useUser();
  const { data, isError, refetch } = useQuery(customerFollowUpsQuery(accountId, customerId));
  if (data === undefined) return <LoadPlaceholder subject="follow-ups" className="h-16" retry={isError && refetch} />;
  if (data.followUps.length === 0) return <p className="text-fg-muted">No follow-ups.</p>;
  return (
    <ul className="-my-3 divide-y">
      {data.followUps.map((followUp) => (
        <li key={followUp.id} className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-3 gap-y-1 py-3">
          <Link to={followUpPath(followUp.id)} className="font-medium underline-offset-4 hover:underline">
            {FOLLOW_UP_KIND_NAMES[followUp.kind]}
          </Link>
          <DueTime followUp={followUp} />
          {followUp.why !== FOLLOW_UP_KIND_NAMES[followUp.kind] && (
            <span dir="auto" className="col-span-2 text-fg-muted">
              {followUp.why}
            </span>
          )}
          <span className="col-span-2">
            <Assignee followUp={followUp} />
          </span>
        </li>
      ))}
    </ul>
  );
}
