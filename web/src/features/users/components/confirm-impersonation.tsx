import type { ReactNode } from 'react';

import { COPY } from '../../../lib/copy';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog';
import { useStartImpersonation } from '../api';
import { USER_COPY } from '../user-copy';

interface ConfirmImpersonationProps {
  userId: string;
  name: string;
  /** The page to open as the user, instead of the home page. */
  path?: string;
  onClose: () => void;
}

export function ConfirmImpersonation({ userId, name, path, onClose }: ConfirmImpersonationProps): ReactNode {
  const { mutateAsync } = useStartImpersonation(path);
  return (
    <ConfirmDialog
      onClose={onClose}
      title={USER_COPY.actions.impersonate}
      question={COPY.impersonation.confirm(name)}
      confirmLabel={USER_COPY.actions.impersonate}
      pendingLabel="Logging in..."
      onConfirm={() => mutateAsync(userId)}
      failure={COPY.impersonation.startFailed}
    />
  );
}
