import type { ReactNode } from 'react';
import { Navigate } from 'react-router';

import { shortcutListOpen } from '../../lib/browser/shortcuts';
import { useFilters } from '../../lib/browser/use-filters';
import { PATHS } from '../../lib/paths';
import { useUser } from '../../lib/session/session';
import { Button } from '../../ui/buttons/button';
import { Skeleton } from '../../ui/feedback/skeleton';
import { Card } from '../../ui/layout/card';
import { lazyArea } from '../../ui/lazy-part';
import { parseFilters, toSearchParams } from './follow-up-filters';
import { FilterBar } from './list/filter-bar';
import { FollowUpList } from './list/follow-up-list';
import { useFollowUpActions } from './use-follow-up-actions';

// Loaded on demand, because only links from reports need it.
const FigureNote = lazyArea(
  async () => (await import('./list/figure-note')).FigureNote,
  <Skeleton className="h-6" label="Loading the filter" />,
);

/** Customers to call back, most urgent first. */
export function FollowUpsPage(): ReactNode {
  const { status } = useUser();
  const { filters, change } = useFilters(parseFilters, toSearchParams);
  const { performAction, dialog } = useFollowUpActions();
  if (status === 'demo') return <Navigate to={PATHS.home} replace />;
  return (
    <Card className="grid grid-cols-1 gap-2">
      {filters.figure ? (
        <FigureNote figure={filters.figure} kind={filters.kind} />
      ) : (
        <FilterBar filters={filters} onChange={change} />
      )}
      <FollowUpList
        filters={filters}
        onAction={performAction}
        onClear={() => change({ section: '', kind: '', assignee: '', overdue: false, figure: undefined })}
      />
      {dialog}
      <Button
        variant="ghost"
        size="sm"
        className="mx-auto pointer-coarse:hidden print:hidden"
        aria-keyshortcuts="?"
        onClick={() => shortcutListOpen.set(true)}
      >
        Keyboard shortcuts
      </Button>
    </Card>
  );
}
