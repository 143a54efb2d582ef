import { AlarmClock, Check, Ellipsis, Moon, RotateCcw } from 'lucide-react';
import type { ReactNode } from 'react';

import type { FollowUp } from '../../../api/types';
import { useUser } from '../../../lib/session';
import { Button } from '../../../ui/buttons/button';
import { IconButton } from '../../../ui/buttons/icon-button';
import { lazyPart } from '../../../ui/lazy-part';
import { LazyMenu } from '../../../ui/overlays/lazy-menu';
import { ACTION_KEYS, isPossible, type Act, type FollowUpAction } from '../actions';
import { partyOf } from '../follow-up-party';
import { FOLLOW_UPS_COPY } from '../follow-ups-copy';
import { TakeButton } from './take-button';

const MoreMenu = lazyPart(async () => (await import('./more-menu')).MoreMenu);

interface ActionButtonsProps {
  followUp: FollowUp;
  act: Act;
}

/** All actions of a user on a follow-up. */
export function ActionButtons({ followUp, act }: ActionButtonsProps): ReactNode {
  const { id: userId } = useUser();
  const customer = partyOf(followUp);
  const may = (action: FollowUpAction): boolean => isPossible(followUp, action, userId);
  const run = (action: FollowUpAction) => () => act(followUp, action);
  const ofCustomer = <span className="sr-only"> {customer}</span>;
  return (
    <div className="flex flex-wrap items-center gap-2 max-sm:gap-1 print:hidden">
      {may('take') && <TakeButton followUp={followUp} act={act} />}
      {may('done') && (
        <Button variant="outline" size="sm" aria-keyshortcuts={ACTION_KEYS.done} onClick={run('done')}>
          <Check aria-hidden />
          {FOLLOW_UPS_COPY.done.action}
          {ofCustomer}
        </Button>
      )}
      {may('snooze') && (
        <Button variant="outline" size="sm" aria-keyshortcuts={ACTION_KEYS.snooze} onClick={run('snooze')}>
          <Moon aria-hidden />
          {FOLLOW_UPS_COPY.snooze.action}
          {ofCustomer}
        </Button>
      )}
      {may('unsnooze') && (
        <Button variant="outline" size="sm" onClick={run('unsnooze')}>
          <AlarmClock aria-hidden />
          {FOLLOW_UPS_COPY.snooze.end}
          {ofCustomer}
        </Button>
      )}
      {may('reopen') && (
        <Button variant="outline" size="sm" onClick={run('reopen')}>
          <RotateCcw aria-hidden />
          {FOLLOW_UPS_COPY.reopen}
          {ofCustomer}
        </Button>
      )}
      <More followUp={followUp} act={act} />
    </div>
  );
}

function More({ followUp, act }: ActionButtonsProps): ReactNode {
  return (
    <LazyMenu
      trigger={
        <IconButton label={FOLLOW_UPS_COPY.more(partyOf(followUp))}>
          <Ellipsis aria-hidden />
        </IconButton>
      }
    >
      {(trigger) => <MoreMenu followUp={followUp} act={act} trigger={trigger} />}
    </LazyMenu>
  );
}
