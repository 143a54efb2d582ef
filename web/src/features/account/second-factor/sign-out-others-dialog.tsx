import { useQuery } from '@tanstack/react-query';
import { useEffect, type ReactNode } from 'react';

import { useUser } from '../../../lib/session/session';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog';
import { ACCOUNT_COPY } from '../account-copy';
import { mySessionsQuery, useEndSession } from '../api';

const COPY = ACCOUNT_COPY.sessions;

/**
 * Offers to end the other sessions, which started without the new factor. Calls `onDone` directly if there are none.
 */
export function SignOutOthersDialog({ onDone }: { onDone: () => void }): ReactNode {
  const { data, isError } = useQuery(mySessionsQuery(useUser().id));
  const end = useEndSession();
  const isUnnecessary = end.isIdle && (isError || (data !== undefined && data.length < 2));
  useEffect(() => {
    if (isUnnecessary) onDone();
  });
  if (!data || isUnnecessary) return null;
  return (
    <ConfirmDialog
      onClose={onDone}
      title={COPY.signOutOthersTitle}
      question={COPY.signOutOthersQuestion}
      confirmLabel={COPY.signOutOthers}
      pendingLabel={COPY.signingOut}
      onConfirm={() => end.mutateAsync(undefined)}
      failure={COPY.failed}
    />
  );
}
