import { MessageSquarePlus, Tag, Undo2, UserPlus, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';

import type { FollowUp } from '../../../api/types';
import { callPath } from '../../../lib/paths';
import { useUser } from '../../../lib/session';
import { Menu, MenuItem, MenuSeparator } from '../../../ui/overlays/menu';
import { isPossible, type Act, type FollowUpAction } from '../actions';
import { FOLLOW_UPS_COPY } from '../follow-ups-copy';

interface MoreMenuProps {
  followUp: FollowUp;
  act: Act;
  trigger: ReactNode;
}

/** The actions that are needed less often. Opens as soon as its code has loaded. */
export function MoreMenu({ followUp, act, trigger }: MoreMenuProps): ReactNode {
  const { id: userId } = useUser();
  const navigate = useNavigate();
  const may = (action: FollowUpAction): boolean => isPossible(followUp, action, userId);
  const run = (action: FollowUpAction) => () => act(followUp, action);
  return (
    <Menu trigger={trigger} defaultOpen>
      <MenuItem icon={<MessageSquarePlus aria-hidden />} onSelect={run('note')}>
        {FOLLOW_UPS_COPY.note.action}
      </MenuItem>
      {may('assign') && (
        <MenuItem icon={<UserPlus aria-hidden />} onSelect={run('assign')}>
          {FOLLOW_UPS_COPY.assign.action}
        </MenuItem>
      )}
      {may('release') && (
        <MenuItem icon={<Undo2 aria-hidden />} onSelect={run('release')}>
          {FOLLOW_UPS_COPY.release}
        </MenuItem>
      )}
      {may('dismiss') && (
        <>
          <MenuSeparator />
          {followUp.kind === 'unhappy' && (
            <MenuItem icon={<Tag aria-hidden />} onSelect={() => void navigate(callPath(followUp.callId))}>
              {FOLLOW_UPS_COPY.correctLabel}
            </MenuItem>
          )}
          <MenuItem icon={<X aria-hidden />} onSelect={run('dismiss')}>
            {FOLLOW_UPS_COPY.dismiss}
          </MenuItem>
        </>
      )}
    </Menu>
  );
}
