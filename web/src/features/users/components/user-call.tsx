import type { ReactNode } from 'react';

import { callPath } from '../../../lib/paths';
import { useUser } from '../../../lib/session/session';
import { ButtonLink } from '../../../ui/buttons/button';
import { lazyArea } from '../../../ui/lazy-part';
import { DialogButton } from '../../../ui/overlays/dialog-button';

const ConfirmImpersonation = lazyArea(async () => (await import('./confirm-impersonation')).ConfirmImpersonation);

interface UserCallProps {
  callId: string;
  userId: string;
  /** The account's name. */
  name: string;
}

/** Opens a call for an administrator. Opens another account's calls as its user, because only members can see them. */
export function UserCall({ callId, userId, name }: UserCallProps): ReactNode {
  const isOwnAccount = useUser().id === userId;
  if (isOwnAccount)
    return (
      <ButtonLink to={callPath(callId)} variant="outline" size="sm">
        Open the call
      </ButtonLink>
    );
  return (
    <DialogButton
      aria-haspopup="dialog"
      dialog={(close) => <ConfirmImpersonation userId={userId} name={name} path={callPath(callId)} onClose={close} />}
    >
      Open the call
      <span className="sr-only">{` for ${name}`}</span>
    </DialogButton>
  );
}
