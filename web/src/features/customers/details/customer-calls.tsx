import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';

import type { CallSummary } from '../../../api/types';
import { toSingleLine } from '../../../lib/format/single-line';
import { useUser } from '../../../lib/session/session';
import { LoadMore } from '../../../ui/data/load-more';
import { LoadFailed } from '../../../ui/feedback/empty-state';
import { LoadPlaceholder } from '../../../ui/feedback/load-placeholder';
import { CallFacts, CallLink } from '../../calls/components/call-line';
import { CallStatePill } from '../../calls/components/call-state-pill';
import { customerCallsQuery } from '../api';
import { CUSTOMERS_COPY } from '../customers-copy';

/** A timeline of all calls with a customer, newest first. */
export function CustomerCalls({ customerId }: { customerId: string }): ReactNode {
  const { accountId } = useUser();
  const query = useInfiniteQuery(customerCallsQuery(accountId, customerId));
  const { data, isError, isFetchNextPageError, hasNextPage } = query;
  if (data === undefined) return <LoadPlaceholder subject="calls" className="h-64" retry={isError && query.refetch} />;
  const calls = data.pages.flatMap(({ items }) => items);
  if (calls.length === 0) return <p className="text-fg-muted">No calls.</p>;
  return (
    <>
      <ol aria-label={CUSTOMERS_COPY.calls.title} className="ml-1.5 grid gap-6 border-l pl-5">
        {calls.map((call) => (
          <li
            key={call.id}
            className="relative break-inside-avoid before:absolute before:top-2 before:-left-[1.5625rem] before:size-2.5 before:rounded-full before:border-2 before:border-border-strong before:bg-surface"
          >
            <TimelineCall call={call} />
          </li>
        ))}
      </ol>
      {isFetchNextPageError && <LoadFailed subject="more calls" onRetry={() => void query.fetchNextPage()} />}
      {hasNextPage && <LoadMore isLoading={query.isFetchingNextPage} onLoad={query.fetchNextPage} />}
    </>
  );
}

function TimelineCall({ call }: { call: CallSummary }): ReactNode {
  const { id, direction, durationSeconds, summary, agentName } = call;
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <CallLink id={id} direction={direction} at={call.startedAt ?? call.receivedAt} />
        <CallStatePill call={call} />
      </div>
      {summary !== null && (
        <p dir="auto" className="mt-1 line-clamp-3 text-fg-muted">
          {toSingleLine(summary)}
        </p>
      )}
      <CallFacts agentName={agentName} durationSeconds={durationSeconds} />
    </>
  );
}
