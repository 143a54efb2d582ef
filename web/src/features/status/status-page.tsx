import { useQuery } from '@tanstack/react-query';
import { CircleAlert, CircleCheck, CircleX } from 'lucide-react';
import type { ReactNode } from 'react';

import type { ServiceStatus } from '../../api/types';
import { COPY } from '../../lib/copy';
import { formatTime } from '../../lib/format/format';
import { PATHS } from '../../lib/paths';
import { useProduct } from '../../lib/product';
import { getQuery } from '../../lib/queries/get-query';
import { pollEvery } from '../../lib/queries/poll';
import { Button } from '../../ui/buttons/button';
import { cx } from '../../ui/cx';
import { Skeleton } from '../../ui/feedback/skeleton';
import { CenteredPage } from '../../ui/layout/centered-page';

const POLL_MS = 30_000;

const serviceStatusQuery = getQuery(['service-status'], '/api/status', {
  refetchInterval: pollEvery(POLL_MS),
  refetchOnWindowFocus: 'always',
  refetchOnReconnect: 'always',
});

type Status = ServiceStatus['status'];

const APPEARANCES = {
  up: { Icon: CircleCheck, name: 'Up', className: 'text-positive' },
  delayed: { Icon: CircleAlert, name: 'Delayed', className: 'text-accent-text' },
  down: { Icon: CircleX, name: 'Down', className: 'text-negative' },
} as const satisfies Record<Status, unknown>;

const SUMMARIES: Record<Status, string> = {
  up: 'Everything is up',
  delayed: 'Up, with delays',
  down: 'Some services are down',
};

export function StatusPage(): ReactNode {
  const { data, isError, isFetching, refetch } = useQuery(serviceStatusQuery);
  return (
    <CenteredPage>
      <div className="w-full max-w-[34rem] rounded-card border bg-surface p-6 shadow-raised md:p-8">
        {isError ? (
          <Unreachable isRetrying={isFetching} onRetry={() => void refetch()} />
        ) : data ? (
          <ServiceParts status={data} />
        ) : (
          <>
            <h1 tabIndex={-1} className="mb-6 text-h2 tracking-tight">
              {COPY.status}
            </h1>
            <Skeleton className="h-56" label="Checking service status" />
          </>
        )}
      </div>
    </CenteredPage>
  );
}

function ServiceParts({ status: { status, parts, checkedAt } }: { status: ServiceStatus }): ReactNode {
  return (
    <>
      <h1 tabIndex={-1} aria-live="polite" className="text-h2 tracking-tight">
        {SUMMARIES[status]}
      </h1>
      <dl className="mt-6 divide-y">
        {parts.map((part) => {
          const { Icon, name, className } = APPEARANCES[part.status];
          return (
            <div key={part.name} className="grid grid-cols-[1fr_auto] gap-x-4 py-3">
              <dt>{part.name}</dt>
              <dd className={cx('flex items-center gap-1.5 font-semibold', className)}>
                <Icon aria-hidden className="size-4 shrink-0" />
                {name}
              </dd>
              {part.message !== null && <dd className="col-span-2 text-meta text-fg-muted">{part.message}</dd>}
            </div>
          );
        })}
      </dl>
      <p className="mt-4 text-meta text-fg-subtle">
        Checked at <time dateTime={checkedAt}>{formatTime(new Date(checkedAt))}</time>. Updates every 30 seconds.{' '}
        <a href={PATHS.contact} className="underline underline-offset-4">
          {COPY.contact}
        </a>
      </p>
    </>
  );
}

// The page itself may be cached, so the problem may be the visitor's own connection.
function Unreachable({ isRetrying, onRetry }: { isRetrying: boolean; onRetry: () => void }): ReactNode {
  const { name } = useProduct();
  return (
    <div role="alert">
      <h1 tabIndex={-1} className="text-h2 tracking-tight">
        Can't reach {name}
      </h1>
      <p className="mt-3 text-fg-muted">
        Check your internet connection. If other sites open, {name} is down. Calls already sent aren&apos;t lost.
      </p>
      <Button variant="outline" className="mt-6" pending={isRetrying} onClick={onRetry}>
        Try again
      </Button>
    </div>
  );
}
