import { useInfiniteQuery } from '@tanstack/react-query';
import { PhoneIncoming, PhoneOutgoing } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';

import { CALL_DIRECTION_NAMES } from '@ringwell/domain/calls/call';

import type { CallSummary } from '../../../api/types';
import { formatDateTime, formatDuration, spokenDuration } from '../../../lib/format/format';
import { callPath } from '../../../lib/paths';
import { useUser } from '../../../lib/session/session';
import { LoadMore } from '../../../ui/data/load-more';
import { LoadFailed } from '../../../ui/feedback/empty-state';
import { Unloaded } from '../../../ui/feedback/unloaded';
import { CallStatePill } from '../../calls/components/call-state-pill';
import { customerCallsQuery } from '../api';
import { CUSTOMERS_COPY } from '../customers-copy';

/** A timeline of all calls with a customer, newest first. */
export function CustomerCalls({ customerId }: { customerId: string }): ReactNode {
  const { accountId } = useUser();
  const query = useInfiniteQuery(customerCallsQuery(accountId, customerId));
  const { data, isError, isFetchNextPageError, hasNextPage } = query;
  if (data === undefined) return <Unloaded what="calls" className="h-64" retry={isError && query.refetch} />;
  const calls = data.pages.flatMap(({ items }) => items);
  if (calls.length === 0) return <p className="text-fg-muted">{CUSTOMERS_COPY.calls.none}</p>;
  return (
    <>
      <ol aria-label={CUSTOMERS_COPY.calls.title} className="ml-1.5 grid gap-6 border-l pl-5">
        {calls.map((call) => (
          <li
            key={call.id}
            className="relative break-inside-avoid before:absolute before:top-2 before:-left-[1.5625rem] before:size-2.5 before:rounded-full before:border-2 before:border-border-strong before:bg-surface"
          >
            <CallOnLine call={call} />
          </li>
        ))}
      </ol>
      {isFetchNextPageError && <LoadFailed what="more calls" onRetry={() => void query.fetchNextPage()} />}
      {hasNextPage && <LoadMore isLoading={query.isFetchingNextPage} onLoad={query.fetchNextPage} />}
    </>
  );
}

function CallOnLine({ call }: { call: CallSummary }): ReactNode {
  const { id, direction, durationSeconds, summary, agentName } = call;
  const at = call.startedAt ?? call.receivedAt;
  const Direction = direction === 'outbound' ? PhoneOutgoing : PhoneIncoming;
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <Link
          to={callPath(id)}
          className="inline-flex items-center gap-2 font-semibold underline-offset-4 hover:underline pointer-coarse:min-h-11"
        >
          {direction !== null && (
            <>
              <Direction aria-hidden className="size-3.5 shrink-0 text-fg-subtle" />
              <span className="sr-only">{CALL_DIRECTION_NAMES[direction]}: </span>
            </>
          )}
          <time dateTime={at}>{formatDateTime(at)}</time>
        </Link>
        <CallStatePill call={call} />
      </div>
      {summary !== null && <p className="mt-1 line-clamp-3 text-fg-muted">{summary}</p>}
      <p className="mt-1 text-meta text-fg-subtle">
        {agentName !== null && `Agent: ${agentName}`}
        {agentName !== null && durationSeconds !== null && ' · '}
        {durationSeconds !== null && (
          <>
            <span aria-hidden>{formatDuration(durationSeconds)}</span>
            <span className="sr-only">{spokenDuration(durationSeconds)}</span>
          </>
        )}
      </p>
    </>
  );
}
