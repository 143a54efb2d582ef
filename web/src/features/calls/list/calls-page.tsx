import { useQuery } from '@tanstack/react-query';
import { BookmarkPlus, X } from 'lucide-react';
import { useEffect, useRef, useState, type ReactNode, type RefObject } from 'react';
import { useLocation, useNavigate } from 'react-router';

import type { SavedFilter } from '../../../api/types';
import { useFileDrop } from '../../../lib/browser/use-file-drop';
import { useFilters, type FilterControls } from '../../../lib/browser/use-filters';
import { shouldChooseRecording } from '../../../lib/recordings/choose-recording';
import { useHasRole, useUser } from '../../../lib/session/session';
import { Button } from '../../../ui/buttons/button';
import { cx } from '../../../ui/cx';
import { Card } from '../../../ui/layout/card';
import { lazyArea } from '../../../ui/lazy-part';
import { fromApiFilters, isFiltered, parseFilters, toSearchParams, type CallFilters } from '../call-filters';
import { UploadCall, UploadRejection } from '../upload/upload-call';
import { useUpload } from '../upload/use-upload';
import { savedFiltersQuery } from './api';
import { CallList } from './call-list';
import { FilterBar } from './filter-bar';

const SaveFilterDialog = lazyArea(async () => (await import('./save-filter-dialog')).SaveFilterDialog);
const DeleteFilterDialog = lazyArea(async () => (await import('./delete-filter-dialog')).DeleteFilterDialog);

export function CallsPage(): ReactNode {
  const { status } = useUser();
  const isMember = useHasRole('member');
  const controls = useFilters(parseFilters, toSearchParams);
  const { filters, clear } = controls;
  const upload = useUpload();
  const canUpload = status === 'active' && isMember;
  const picker = usePickerOnRequest();
  const { isDraggingOver, handlers } = useFileDrop(upload.choose, {
    disabled: !canUpload || upload.uploadingFile !== null,
  });
  return (
    <div
      {...handlers}
      className={cx(
        'grid gap-4',
        isDraggingOver && 'rounded-card outline-2 outline-offset-4 outline-primary outline-dashed',
      )}
    >
      <UploadRejection upload={upload} />
      <Card className="grid grid-cols-1 gap-3">
        <FilterBar controls={controls}>
          {canUpload && <UploadCall upload={upload} picker={picker} isCompact />}
        </FilterBar>
        <SavedFilters controls={controls} />
        <CallList filters={filters} onClear={clear} />
      </Card>
    </div>
  );
}

// Opens the file picker when a command requests it, then clears the request so that going back doesn't reopen it.
function usePickerOnRequest(): RefObject<HTMLInputElement | null> {
  const { state, search } = useLocation() as { state: unknown; search: string };
  const navigate = useNavigate();
  const picker = useRef<HTMLInputElement>(null);
  const isUploadRequested = shouldChooseRecording(state);
  useEffect(() => {
    if (!isUploadRequested) return;
    picker.current?.click();
    void navigate({ search }, { replace: true, state: null });
  }, [isUploadRequested, search, navigate]);
  return picker;
}

type OpenDialog = { kind: 'save' } | { kind: 'delete'; filter: SavedFilter };

/** Chips for the user's saved filters. */
function SavedFilters({ controls: { filters, change } }: { controls: FilterControls<CallFilters> }): ReactNode {
  const { id: userId } = useUser();
  const { data: savedFilters = [] } = useQuery(savedFiltersQuery(userId));
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const close = (): void => setDialog(null);
  const chips = savedFilters.map((filter) => ({ filter, filters: fromApiFilters(filter.filters) }));
  const currentQuery = toQueryString(filters);
  const canSave = isFiltered(filters) && !chips.some((chip) => toQueryString(chip.filters) === currentQuery);
  if (chips.length === 0 && !canSave) return null;
  return (
    <div className="flex flex-wrap items-center gap-2 print:hidden">
      {chips.length > 0 && (
        <ul aria-label="Saved filters" className="flex flex-wrap gap-2">
          {chips.map((chip) => (
            <Chip
              key={chip.filter.id}
              name={chip.filter.name}
              isCurrent={toQueryString(chip.filters) === currentQuery}
              onApply={() => change(chip.filters)}
              onDelete={() => setDialog({ kind: 'delete', filter: chip.filter })}
            />
          ))}
        </ul>
      )}
      {canSave && (
        <Button variant="outline" size="sm" onClick={() => setDialog({ kind: 'save' })}>
          <BookmarkPlus aria-hidden />
          Save filters
        </Button>
      )}
      {dialog?.kind === 'save' && <SaveFilterDialog filters={filters} onClose={close} />}
      {dialog?.kind === 'delete' && <DeleteFilterDialog filter={dialog.filter} onClose={close} />}
    </div>
  );
}

function toQueryString(filters: CallFilters): string {
  return toSearchParams(filters).toString();
}

interface ChipProps {
  name: string;
  isCurrent: boolean;
  onApply: () => void;
  onDelete: () => void;
}

function Chip({ name, isCurrent, onApply, onDelete }: ChipProps): ReactNode {
  return (
    <li
      className={cx(
        'flex max-w-full items-center rounded-chip border',
        isCurrent ? 'border-primary bg-sunken' : 'border-border-strong',
      )}
    >
      <button
        type="button"
        aria-pressed={isCurrent}
        onClick={onApply}
        className="h-8 min-w-0 truncate rounded-chip pr-1 pl-3 font-medium hover:bg-sunken aria-pressed:font-semibold pointer-coarse:h-11"
      >
        {name}
      </button>
      <button
        type="button"
        aria-label={`Delete the filter ${name}`}
        onClick={onDelete}
        className="grid size-8 shrink-0 place-items-center rounded-chip text-fg-muted hover:bg-sunken hover:text-fg pointer-coarse:size-11"
      >
        <X aria-hidden className="size-3.5" />
      </button>
    </li>
  );
}
