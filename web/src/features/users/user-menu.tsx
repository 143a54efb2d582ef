import { Ellipsis } from 'lucide-react';
import type { ReactNode } from 'react';

import type { User } from '../../api/types';
import { displayName } from '../../lib/format/format';
import { runAfterConfirmation } from '../../lib/session/identity-confirmation';
import { IconButton } from '../../ui/buttons/icon-button';
import { lazyPart } from '../../ui/lazy-part';
import { LazyMenu } from '../../ui/overlays/lazy-menu';
import type { UserCommand } from './api';

const OpenUserMenu = lazyPart(async () => (await import('./open-user-menu')).OpenUserMenu);

// Requests that grant permissions or could take over an account.
const COMMANDS_NEEDING_CONFIRMATION: ReadonlySet<UserCommand> = new Set(['promote', 'impersonate', 'edit', 'password']);

/** Renders nothing for a user being deleted. */
export function UserMenu({ user, onSelect }: { user: User; onSelect: (command: UserCommand) => void }): ReactNode {
  if (user.deletion !== null) return null;
  const selectCommand = (kind: UserCommand): void =>
    COMMANDS_NEEDING_CONFIRMATION.has(kind) ? void runAfterConfirmation(() => onSelect(kind)) : onSelect(kind);
  return (
    <LazyMenu
      trigger={
        <IconButton label={`Actions for ${displayName(user)}`}>
          <Ellipsis aria-hidden />
        </IconButton>
      }
    >
      {(trigger) => <OpenUserMenu trigger={trigger} user={user} onSelect={selectCommand} />}
    </LazyMenu>
  );
}
