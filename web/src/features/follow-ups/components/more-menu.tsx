import { MessageSquarePlus, Tag, Undo2, UserPlus, X } from 'lucide-react';
import type { ReactNode } from 'react';

import { useUser } from '../../../lib/session/session';
import { Menu, MenuItem, MenuSeparator } from '../../../ui/overlays/menu';
import { isActionPossible, type ActionProps, type FollowUpAction } from '../actions';
import { FOLLOW_UPS_COPY } from '../follow-ups-copy';

/** Menu of less common actions. Opens as soon as its code has loaded. */
export function MoreMenu({ followUp, onAction, trigger }: ActionProps & { trigger: ReactNode }): ReactNode {
  const { id: userId } = useUser();
  const isAllowed = (action: FollowUpAction): boolean => isActionPossible(followUp, action, userId);
  const handlerFor = (action: FollowUpAction) => () => onAction(followUp, action);
  return (
    <Menu trigger={trigger} defaultOpen>
      <MenuItem icon={<MessageSquarePlus aria-hidden />} onSelect={handlerFor('note')}>
        Add a note
      </MenuItem>
      {isAllowed('assign') && (
        <MenuItem icon={<UserPlus aria-hidden />} onSelect={handlerFor('assign')}>
          {FOLLOW_UPS_COPY.assign.action}
        </MenuItem>
      )}
      {isAllowed('release') && (
        <MenuItem icon={<Undo2 aria-hidden />} onSelect={handlerFor('release')}>
          Put back
        </MenuItem>
      )}
      {isAllowed('dismiss') && (
        <>
          <MenuSeparator />
          {isAllowed('correct') && (
            <MenuItem icon={<Tag aria-hidden />} onSelect={handlerFor('correct')}>
              {FOLLOW_UPS_COPY.correct[followUp.kind === 'review' ? 'review' : 'unhappy'].action}
            </MenuItem>
          )}
          <MenuItem icon={<X aria-hidden />} onSelect={handlerFor('dismiss')}>
            {FOLLOW_UPS_COPY.dismiss}
          </MenuItem>
        </>
      )}
    </Menu>
  );
}
