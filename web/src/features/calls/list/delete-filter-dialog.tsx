import type { ReactNode } from 'react';

import type { SavedFilter } from '../../../api/types';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog';
import { useDeleteFilter } from './api';

export function DeleteFilterDialog({ filter, onClose }: { filter: SavedFilter; onClose: () => void }): ReactNode {
  const remove = useDeleteFilter();
  return (
    <ConfirmDialog
      onClose={onClose}
      title="Delete saved filter"
      question={`Delete “${filter.name}”? Your calls won't be affected.`}
      confirmLabel="Delete"
      pendingLabel="Deleting..."
      tone="danger"
      onConfirm={() => remove.mutateAsync(filter.id)}
      failure="Couldn't delete the filter. Try again."
    />
  );
}
