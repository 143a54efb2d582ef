import { CircleArrowUp, CircleMinus, KeyRound, LogIn, Pencil, ShieldPlus, Trash2 } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';

import type { User } from '../../api/types';
import { useUser } from '../../lib/session/session';
import { Menu, MenuItem, MenuSeparator } from '../../ui/overlays/menu';
import type { UserCommand } from './api';
import { USER_COPY } from './user-copy';

const { actions } = USER_COPY;

interface OpenUserMenuProps {
  trigger: ReactElement;
  user: User;
  onSelect: (command: UserCommand) => void;
}

/** Loaded on first use, so it starts open. Administrators can't impersonate or delete themselves. */
export function OpenUserMenu({ trigger, user, onSelect }: OpenUserMenuProps): ReactNode {
  const currentUser = useUser();
  const isSelf = user.id === currentUser.id;
  return (
    <Menu trigger={trigger} defaultOpen>
      {user.status === 'demo' && (
        <MenuItem icon={<CircleArrowUp aria-hidden />} onSelect={() => onSelect('activate')}>
          {actions.activate}
        </MenuItem>
      )}
      {user.role !== 'admin' && (
        <MenuItem icon={<ShieldPlus aria-hidden />} onSelect={() => onSelect('promote')}>
          {actions.promote}
        </MenuItem>
      )}
      {user.status === 'active' && (
        <MenuItem icon={<CircleMinus aria-hidden />} onSelect={() => onSelect('deactivate')}>
          {actions.deactivate}
        </MenuItem>
      )}
      <MenuItem icon={<LogIn aria-hidden />} disabled={isSelf} onSelect={() => onSelect('impersonate')}>
        {actions.impersonate}
      </MenuItem>
      <MenuSeparator />
      <MenuItem icon={<Pencil aria-hidden />} onSelect={() => onSelect('edit')}>
        {actions.edit}
      </MenuItem>
      <MenuItem icon={<KeyRound aria-hidden />} onSelect={() => onSelect('password')}>
        {actions.password}
      </MenuItem>
      <MenuSeparator />
      <MenuItem icon={<Trash2 aria-hidden />} tone="danger" disabled={isSelf} onSelect={() => onSelect('remove')}>
        {actions.remove}
      </MenuItem>
    </Menu>
  );
}
