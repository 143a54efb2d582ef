import { useInfiniteQuery } from '@tanstack/react-query';
import { History } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';

import type { Activity } from '../../api/types';
import { browserName } from '../../lib/browser-name';
import { formatDateTime } from '../../lib/format';
import { userAccountPath } from '../../lib/paths';
import { Button } from '../../ui/buttons/button';
import { DataTable, type Column } from '../../ui/data/data-table';
import { EmptyState, LoadFailed } from '../../ui/feedback/empty-state';
import { activityPagesQuery, type ActivityQuery } from './api';

/** The entries of the activity log that match, newest first. */
export function ActivityTable({ query }: { query: ActivityQuery }): ReactNode {
  const { data, isError, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    activityPagesQuery(query),
  );
  if (isError && !data) return <LoadFailed what="activity" onRetry={() => void refetch()} />;
  return (
    <>
      <DataTable
        caption="Activity"
        columns={COLUMNS}
        rows={data?.pages.flat()}
        rowKey={({ id }) => id}
        loadingText="Loading activity"
        empty={
          <EmptyState icon={<History />} title="No activity found" text="Nothing matches your search and dates." />
        }
      />
      {hasNextPage && (
        <Button
          variant="outline"
          aria-busy={isFetchingNextPage}
          className="mx-auto mt-5 flex"
          onClick={() => {
            if (!isFetchingNextPage) void fetchNextPage();
          }}
        >
          Load more
        </Button>
      )}
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
  { id: 'who', header: 'Who', cell: (entry) => <Who entry={entry} /> },
  {
    id: 'whence',
    header: 'From',
    cell: ({ ipAddress, userAgent }) => (
      <div className="wrap-anywhere">
        <p>{ipAddress ?? 'Server'}</p>
        {userAgent && (
          <p title={userAgent} className="text-meta text-fg-subtle">
            {browserName(userAgent)}
          </p>
        )}
      </div>
    ),
  },
];

function Who({ entry: { userId, userName, userEmail } }: { entry: Activity }): ReactNode {
  const name = userName ?? userEmail;
  if (userId === null || name === null) return <span className="text-fg-muted">No account</span>;
  return (
    <Link
      to={userAccountPath(userId)}
      className="inline-block py-0.5 font-medium text-primary underline underline-offset-2 wrap-anywhere"
    >
      {name}
    </Link>
  );
}
