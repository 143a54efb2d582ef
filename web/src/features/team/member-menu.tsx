import { UserRoundMinus, UserRoundPlus } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';

import { Menu, MenuItem } from '../../ui/overlays/menu';
import { TEAM_COPY } from './team-copy';

interface MemberMenuProps {
  trigger: ReactElement;
  onTransfer: () => void;
  onRemove: () => void;
}

/** Loaded on first use, so it starts open. */
export function MemberMenu({ trigger, onTransfer, onRemove }: MemberMenuProps): ReactNode {
  return (
    <Menu trigger={trigger} defaultOpen>
      <MenuItem icon={<UserRoundPlus aria-hidden />} onSelect={onTransfer}>
        {TEAM_COPY.transfer.action}
      </MenuItem>
      <MenuItem icon={<UserRoundMinus aria-hidden />} tone="danger" onSelect={onRemove}>
        {TEAM_COPY.remove.action}
      </MenuItem>
    </Menu>
  );
}
