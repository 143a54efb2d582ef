import { useInfiniteQuery } from '@tanstack/react-query';
import { ShieldCheck } from 'lucide-react';
import { useState, type ReactNode } from 'react';

import type { SecurityEvent } from '../../api/types';
import { useNow } from '../../lib/browser/use-now';
import { browserName } from '../../lib/format/browser-name';
import { formatDateTime, formatNumber, formatRelative } from '../../lib/format/format';
import { Button } from '../../ui/buttons/button';
import { Badge } from '../../ui/data/badge';
import { DataTable, type Column } from '../../ui/data/data-table';
import { LoadMore } from '../../ui/data/load-more';
import { EmptyState, LoadFailed } from '../../ui/feedback/empty-state';
import { securityEventsQuery } from './api';
import { SecurityEventDetails } from './security-event-details';
import { isFiltered, type SecurityEventFilters } from './security-event-filters';
import { KIND_NAMES, OUTCOME_NAMES, SECURITY_EVENTS_COPY as TEXT } from './security-events-copy';
import { UserLink } from './user-link';

const CARD_BREAKPOINT_PX = 1_100;

interface SecurityEventListProps {
  filters: SecurityEventFilters;
  onClear: () => void;
}

/** Security events, newest first. */
export function SecurityEventList({ filters, onClear }: SecurityEventListProps): ReactNode {
  const { data, isError, isFetchNextPageError, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } =
    useInfiniteQuery(securityEventsQuery(filters));
  const [openEvent, setOpenEvent] = useState<SecurityEvent | null>(null);
  if (isError && !data) return <LoadFailed subject="security events" onRetry={() => void refetch()} />;
  return (
    <>
      <DataTable
        caption={TEXT.caption}
        columns={[
          ...COLUMNS,
          { id: 'details', header: TEXT.details, cell: (event) => <OpenButton event={event} onOpen={setOpenEvent} /> },
        ]}
        rows={data?.pages.flatMap(({ events }) => events)}
        rowKey={({ id }) => id}
        loadingText="Loading security events"
        cardBreakpointPx={CARD_BREAKPOINT_PX}
        empty={isFiltered(filters) ? <NoneFound onClear={onClear} /> : <NoEvents />}
      />
      {isFetchNextPageError && <LoadFailed subject="more security events" onRetry={() => void fetchNextPage()} />}
      {hasNextPage && <LoadMore isLoading={isFetchingNextPage} onLoad={fetchNextPage} />}
      {openEvent && <SecurityEventDetails event={openEvent} onClose={() => setOpenEvent(null)} />}
    </>
  );
}

const NoEvents = (): ReactNode => <EmptyState icon={<ShieldCheck />} {...TEXT.none} />;

function NoneFound({ onClear }: { onClear: () => void }): ReactNode {
  return (
    <EmptyState icon={<ShieldCheck />} {...TEXT.noneFound}>
      <Button variant="outline" onClick={onClear}>
        {TEXT.clear}
      </Button>
    </EmptyState>
  );
}

const COLUMNS: readonly Column<SecurityEvent>[] = [
  {
    id: 'what',
    header: 'What',
    card: 'title',
    cell: ({ kind, what }) => (
      <>
        <p className="font-semibold">{KIND_NAMES[kind]}</p>
        <p className="text-fg-muted wrap-anywhere">{what}</p>
      </>
    ),
  },
  {
    id: 'outcome',
    header: 'Outcome',
    card: 'corner',
    cell: ({ outcome }) => <Badge tone={outcome === 'refused' ? 'danger' : 'plain'}>{OUTCOME_NAMES[outcome]}</Badge>,
  },
  { id: 'when', header: 'When', cell: (event) => <EventTime at={event.lastAt} /> },
  { id: 'who', header: 'Who', cell: (event) => <EventUsers event={event} /> },
  {
    id: 'from',
    header: 'From',
    cell: ({ ipAddress, userAgent }) => (
      <div className="wrap-anywhere">
        <p className={ipAddress === null ? 'text-fg-muted' : undefined}>{ipAddress ?? 'Unknown'}</p>
        {userAgent !== null && <p className="text-meta text-fg-subtle">{browserName(userAgent)}</p>}
      </div>
    ),
  },
  { id: 'times', header: 'Times', align: 'end', cell: ({ count }) => formatNumber(count) },
];

function EventTime({ at }: { at: string }): ReactNode {
  const now = useNow();
  return (
    <time dateTime={at} className="block whitespace-nowrap">
      {formatRelative(at, now)}
      <span className="block text-meta text-fg-subtle">{formatDateTime(at)}</span>
    </time>
  );
}

function EventUsers({ event: { user, about, account } }: { event: SecurityEvent }): ReactNode {
  return (
    <div className="wrap-anywhere">
      {user === null ? <p className="text-fg-muted">No user</p> : <UserLink user={user} />}
      {about !== null && about.id !== user?.id && (
        <p className="text-meta text-fg-muted">
          About <UserLink user={about} />
        </p>
      )}
      {user === null && about === null && account?.name && <p className="text-meta text-fg-muted">{account.name}</p>}
    </div>
  );
}

function OpenButton({ event, onOpen }: { event: SecurityEvent; onOpen: (event: SecurityEvent) => void }): ReactNode {
  return (
    <Button
      variant="outline"
      size="sm"
      aria-label={`${TEXT.details}: ${KIND_NAMES[event.kind]}, ${formatDateTime(event.lastAt)}`}
      onClick={() => onOpen(event)}
    >
      {TEXT.details}
    </Button>
  );
}
