import { useQueryClient, type Query } from '@tanstack/react-query';
import { BookOpen, PanelLeft } from 'lucide-react';
import { useSyncExternalStore, type ReactNode } from 'react';

import { commandKey } from '../lib/browser/shortcuts';
import { COPY } from '../lib/copy';
import { formatTime } from '../lib/format/format';
import { PATHS } from '../lib/paths';
import { useUser } from '../lib/session/session';
import { Button, ButtonLink } from '../ui/buttons/button';
import { IconButton } from '../ui/buttons/icon-button';

interface ShellHeaderProps {
  title: string;
  subtitle?: string;
  isSidebarOpen: boolean;
  onToggle: () => void;
  onSearch: () => void;
}

export function ShellHeader({ title, subtitle, isSidebarOpen, onToggle, onSearch }: ShellHeaderProps): ReactNode {
  const { role, status } = useUser();
  return (
    <header className="flex min-h-14 items-center md:min-h-16 gap-3 border-b bg-bg px-3 md:px-5 print:hidden">
      <IconButton
        label="Toggle sidebar"
        aria-expanded={isSidebarOpen}
        aria-keyshortcuts="Control+B Meta+B"
        onClick={onToggle}
      >
        <PanelLeft aria-hidden />
      </IconButton>
      <div className="min-w-0 grow py-2.5">
        <h1 className="truncate text-title tracking-[-0.01em]">{title}</h1>
        {subtitle !== undefined && <p className="truncate text-fg-muted max-md:hidden">{subtitle}</p>}
      </div>
      <LastSync />
      <Button
        variant="outline"
        size="sm"
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        className={status === 'active' ? 'max-md:hidden' : undefined}
        onClick={onSearch}
      >
        Search
        <span className="font-normal text-fg-subtle max-md:hidden">{commandKey()} K</span>
      </Button>
      {role === 'admin' && (
        <ButtonLink href={PATHS.docs} target="_blank" rel="noopener" variant="outline" size="sm">
          <BookOpen aria-hidden />
          <span className="max-sm:sr-only">{COPY.nav.docs}</span>
        </ButtonLink>
      )}
    </header>
  );
}

// Shows the time of the page's newest data, which advances with each poll and stops when requests fail.
function LastSync(): ReactNode {
  const cache = useQueryClient().getQueryCache();
  const lastUpdatedAt = useSyncExternalStore(
    (onChange) => cache.subscribe(onChange),
    () => getLatestUpdate(cache.getAll()),
  );
  if (lastUpdatedAt === 0) return null;
  const updatedAt = new Date(lastUpdatedAt);
  return (
    <p className="text-right text-meta whitespace-nowrap text-fg-subtle max-sm:hidden">
      Last sync{' '}
      <time dateTime={updatedAt.toISOString()} className="font-semibold text-fg-muted">
        {formatTime(updatedAt)}
      </time>
    </p>
  );
}

function getLatestUpdate(queries: readonly Query[]): number {
  const activeQueries = queries.filter((query) => query.isActive() && query.meta?.isShellData !== true);
  return Math.max(0, ...activeQueries.map(({ state }) => state.dataUpdatedAt));
}
