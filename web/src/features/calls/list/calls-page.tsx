import { useEffect, useRef, type ReactNode, type RefObject } from 'react';
import { useLocation, useNavigate } from 'react-router';

import { useFileDrop } from '../../../lib/browser/use-file-drop';
import { useFilters } from '../../../lib/browser/use-filters';
import { shouldChooseRecording } from '../../../lib/recordings/choose-recording';
import { useHasRole, useUser } from '../../../lib/session/session';
import { cx } from '../../../ui/cx';
import { Card } from '../../../ui/layout/card';
import { parseFilters, toSearchParams } from '../call-filters';
import { UploadCall, UploadRejection } from '../upload/upload-call';
import { useUpload } from '../upload/use-upload';
import { CallList } from './call-list';
import { FilterBar } from './filter-bar';
import { SavedFilters } from './saved-filters';

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
