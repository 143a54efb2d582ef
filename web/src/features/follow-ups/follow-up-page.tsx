import { useQuery } from '@tanstack/react-query';
import { ChevronLeft, SearchX } from 'lucide-react';
import { useId, type ReactNode } from 'react';
import { Link, Navigate, useLocation, useNavigate, useParams } from 'react-router';

import { FOLLOW_UP_KIND_NAMES } from '@ringwell/domain/follow-ups/follow-up';

import { isNotFound } from '../../api/api-error';
import type { FollowUp, FollowUpDetails } from '../../api/types';
import { useShortcut } from '../../lib/browser/shortcuts';
import { usePageTitle } from '../../lib/browser/use-document-title';
import { COPY } from '../../lib/copy';
import { formatDate } from '../../lib/format/format';
import { customerPath, followUpPath, PATHS } from '../../lib/paths';
import { useUser } from '../../lib/session/session';
import { ButtonLink } from '../../ui/buttons/button';
import { EmptyState, LoadFailed, RefreshFailed } from '../../ui/feedback/empty-state';
import { Skeleton } from '../../ui/feedback/skeleton';
import { Card } from '../../ui/layout/card';
import { DeliverySection } from '../calls/components/deliveries';
import { ACTION_KEYS, type PerformAction } from './actions';
import { followUpQuery } from './api';
import { ActionButtons } from './components/action-buttons';
import { Assignee } from './components/assignee';
import { DueTime } from './components/due-time';
import { FollowUpFacts } from './components/follow-up-facts';
import { KindBadge } from './components/kind-badge';
import { PhoneLink } from './components/phone-link';
import { CustomerCalls } from './details/customer-calls';
import { History } from './details/history';
import { followUpName } from './follow-up-name';
import { FOLLOW_UPS_COPY } from './follow-ups-copy';
import { useFollowUpActions } from './use-follow-up-actions';

// React Router's key for the first location in the app.
const FIRST_LOCATION_KEY = 'default';

/** A follow-up with its history, the customer's calls and earlier follow-ups. Escape goes to the previous page. */
export function FollowUpPage(): ReactNode {
  const { id = '' } = useParams();
  const { accountId, status } = useUser();
  const navigate = useNavigate();
  const { key } = useLocation();
  const { performAction, dialog } = useFollowUpActions();
  const query = useQuery({ ...followUpQuery(accountId, id), enabled: status === 'active' });
  const { error, refetch } = query;
  const isGone = isNotFound(error); // it may have been deleted along with its call
  const data = isGone ? undefined : query.data;
  usePageTitle(data ? `${followUpName(data)}, ${COPY.nav.followUps}` : null);
  useActionKeys(data, performAction);
  useShortcut({ key: 'escape' }, () => {
    if (key === FIRST_LOCATION_KEY) void navigate(PATHS.followUps);
    else void navigate(-1);
  });
  if (status === 'demo') return <Navigate to={PATHS.home} replace />;
  const retry = (): void => void refetch();
  return (
    <div className="grid gap-4 wrap-anywhere">
      <ButtonLink to={PATHS.followUps} variant="ghost" size="sm" className="-ml-3 justify-self-start print:hidden">
        <ChevronLeft aria-hidden />
        All follow-ups
      </ButtonLink>
      {data !== undefined && error !== null && <RefreshFailed onRetry={retry} />}
      {data !== undefined ? (
        <Details followUp={data} onAction={performAction} />
      ) : error === null ? (
        <Skeleton className="h-96 rounded-card" label="Loading the follow-up" />
      ) : isGone ? (
        <Card>
          <EmptyState icon={<SearchX />} {...FOLLOW_UPS_COPY.notFound} />
        </Card>
      ) : (
        <LoadFailed subject="the follow-up" onRetry={retry} />
      )}
      {dialog}
    </div>
  );
}

function Details({ followUp, onAction }: { followUp: FollowUpDetails; onAction?: PerformAction }): ReactNode {
  const headingId = useId();
  return (
    <>
      <Card>
        <article aria-labelledby={headingId} className="grid gap-3">
          <FollowUpHeading followUp={followUp} id={headingId} onAction={onAction} />
          <FollowUpFacts followUp={followUp} onAction={onAction}>
            {onAction && <ActionButtons followUp={followUp} onAction={onAction} />}
          </FollowUpFacts>
        </article>
      </Card>
      <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <Card title="Calls with this customer">
          <CustomerCalls calls={followUp.calls} />
          {followUp.customer.id !== null && (
            <Link
              to={customerPath(followUp.customer.id)}
              className="mt-4 inline-block font-semibold text-primary underline-offset-4 hover:underline pointer-coarse:py-2.5"
            >
              {FOLLOW_UPS_COPY.customer(followUpName(followUp))}
            </Link>
          )}
        </Card>
        <div className="grid gap-4">
          <Card title="History">
            <History events={followUp.events} calls={followUp.calls} />
          </Card>
          {followUp.earlier.length > 0 && (
            <Card title="Earlier follow-ups">
              <EarlierFollowUps followUps={followUp.earlier} />
            </Card>
          )}
          <Card>
            <DeliverySection subject={{ kind: 'follow-ups', id: followUp.id }} refreshKey={followUp} />
          </Card>
        </div>
      </div>
    </>
  );
}

/** Closed follow-ups for the same customer. */
function EarlierFollowUps({ followUps }: { followUps: readonly FollowUp[] }): ReactNode {
  return (
    <ul className="-my-3 divide-y">
      {followUps.map((followUp) => (
        <li key={followUp.id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-3">
          <Link
            to={followUpPath(followUp.id)}
            className="font-semibold underline-offset-4 hover:underline pointer-coarse:py-2.5"
          >
            {FOLLOW_UP_KIND_NAMES[followUp.kind]}, {formatDate(followUp.openedAt)}
          </Link>
          <Assignee followUp={followUp} />
        </li>
      ))}
    </ul>
  );
}

/** Applies the list's shortcuts to the follow-up on the page. */
function useActionKeys(followUp: FollowUp | undefined, onAction: PerformAction | undefined): void {
  const handlerFor = (action: keyof typeof ACTION_KEYS) => (): void => {
    if (followUp) onAction?.(followUp, action);
  };
  useShortcut({ key: ACTION_KEYS.take }, handlerFor('take'));
  useShortcut({ key: ACTION_KEYS.done }, handlerFor('done'));
  useShortcut({ key: ACTION_KEYS.snooze }, handlerFor('snooze'));
  useShortcut({ key: ACTION_KEYS.note }, handlerFor('note'));
}

interface FollowUpHeadingProps {
  followUp: FollowUp;
  id: string;
  onAction: PerformAction | undefined;
}

function FollowUpHeading({ followUp, id, onAction }: FollowUpHeadingProps): ReactNode {
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
      <h2 id={id} className="min-w-0 text-body font-semibold wrap-anywhere">
        {followUpName(followUp)}
      </h2>
      <PhoneLink followUp={followUp} onAction={onAction} />
      <KindBadge followUp={followUp} />
      <span className="ml-auto max-sm:ml-0">
        <DueTime followUp={followUp} />
      </span>
    </div>
  );
}
