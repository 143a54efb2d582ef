import { useInfiniteQuery } from '@tanstack/react-query';
import { History } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';

import type { Activity } from '../../api/types';
import { browserName } from '../../lib/format/browser-name';
import { formatDateTime } from '../../lib/format/format';
import { userAccountPath } from '../../lib/paths';
import { useUser } from '../../lib/session/session';
import { DataTable, type Column } from '../../ui/data/data-table';
import { LoadMore } from '../../ui/data/load-more';
import { EmptyState, LoadFailed } from '../../ui/feedback/empty-state';
import type { ActivityQuery } from './api';

interface ActivityTableProps {
  query: ActivityQuery;
  /** Whether a search or filter may hide entries. */
  isFiltered?: boolean;
  /** Shown for entries without an address. */
  noAddressLabel?: string;
}

/** Entries of the activity log, newest first. */
export function ActivityTable({ query, isFiltered = false, noAddressLabel = 'Server' }: ActivityTableProps): ReactNode {
  const { data, isError, isFetchNextPageError, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } =
    useInfiniteQuery(query);
  if (isError && !data) return <LoadFailed subject="activity" onRetry={() => void refetch()} />;
  return (
    <>
      <DataTable
        caption="Activity"
        columns={[
          ...COLUMNS,
          { id: 'origin', header: 'From', cell: (entry) => <Origin entry={entry} noAddressLabel={noAddressLabel} /> },
        ]}
        rows={data?.pages.flat()}
        rowKey={({ id }) => id}
        loadingText="Loading activity"
        empty={
          isFiltered ? (
            <EmptyState icon={<History />} title="No activity found" text="Nothing matches your search and filters." />
          ) : (
            <EmptyState icon={<History />} title="No activity yet" text="Changes to the account show up here." />
          )
        }
      />
      {isFetchNextPageError && <LoadFailed subject="more activity" onRetry={() => void fetchNextPage()} />}
      {hasNextPage && <LoadMore isLoading={isFetchingNextPage} onLoad={fetchNextPage} />}
    </>
  );
}

const COLUMNS: readonly Column<Activity>[] = [
  {
    id: 'what',
    header: 'What',
    card: 'title',
    cell: ({ action, description }) => (
      <>
        <p className="font-semibold">{action}</p>
        <p className="text-fg-muted wrap-anywhere">{description}</p>
      </>
    ),
  },
  {
    id: 'time',
    header: 'When',
    cell: ({ timestamp }) => (
      <time dateTime={timestamp} className="whitespace-nowrap">
        {formatDateTime(timestamp)}
      </time>
    ),
  },
  { id: 'who', header: 'Who', cell: (entry) => <Actor entry={entry} /> },
];

function Actor({ entry: { userId, userName, userEmail } }: { entry: Activity }): ReactNode {
  const name = userName ?? userEmail;
  const isAdmin = useUser().role === 'admin';
  if (userId === null || name === null) return <span className="text-fg-muted">No account</span>;
  if (!isAdmin) return <span className="font-medium wrap-anywhere">{name}</span>;
  return (
    <Link
      to={userAccountPath(userId)}
      className="inline-block py-0.5 font-medium text-primary underline underline-offset-2 wrap-anywhere"
    >
      {name}
    </Link>
  );
}

function Origin({
  entry: { ipAddress, userAgent },
  noAddressLabel,
}: {
  entry: Activity;
  noAddressLabel: string;
}): ReactNode {
  return (
    <div className="wrap-anywhere">
      {ipAddress === null ? <p className="text-fg-muted">{noAddressLabel}</p> : <p>{ipAddress}</p>}
      {userAgent && (
        <p title={userAgent} className="text-meta text-fg-subtle">
          {browserName(userAgent)}
        </p>
      )}
    </div>
  );
}
