import { Ellipsis } from 'lucide-react';
import type { ReactNode } from 'react';

import { useUser } from '../../../lib/session/session';
import { IconButton } from '../../../ui/buttons/icon-button';
import { lazyPart } from '../../../ui/lazy-part';
import { LazyMenu } from '../../../ui/overlays/lazy-menu';
import { isActionPossible, type ActionProps } from '../actions';
import { followUpName } from '../follow-up-name';
import { ACTION_ORDER, ActionButton } from './action-button';

const MoreMenu = lazyPart(async () => (await import('./more-menu')).MoreMenu);

export function ActionButtons({ followUp, onAction }: ActionProps): ReactNode {
  const { id: userId } = useUser();
  return (
    <div className="flex flex-wrap items-center gap-2 max-sm:gap-1 print:hidden">
      {ACTION_ORDER.filter((action) => isActionPossible(followUp, action, userId)).map((action) => (
        <ActionButton key={action} followUp={followUp} onAction={onAction} action={action} />
      ))}
      <MoreButton followUp={followUp} onAction={onAction} />
    </div>
  );
}

function MoreButton({ followUp, onAction }: ActionProps): ReactNode {
  return (
    <LazyMenu
      trigger={
        <IconButton label={`More actions: ${followUpName(followUp)}`}>
          <Ellipsis aria-hidden />
        </IconButton>
      }
    >
      {(trigger) => <MoreMenu followUp={followUp} onAction={onAction} trigger={trigger} />}
    </LazyMenu>
  );
}
