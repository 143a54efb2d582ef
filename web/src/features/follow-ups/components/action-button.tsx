import { AlarmClock, Check, Hand, Moon, RotateCcw, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

import { keepFocus } from '../../../lib/browser/remember-focus';
import { useUser } from '../../../lib/session/session';
import { Button } from '../../../ui/buttons/button';
import { ACTION_KEYS, isActionPossible, type ActionProps } from '../actions';
import { followUpName } from '../follow-up-name';
import { FOLLOW_UPS_COPY } from '../follow-ups-copy';

export type ButtonAction = 'reopen' | 'unsnooze' | 'take' | 'done' | 'snooze';

const BUTTONS: Record<ButtonAction, { Icon: LucideIcon; text: string; keys?: string }> = {
  reopen: { Icon: RotateCcw, text: 'Reopen' },
  unsnooze: { Icon: AlarmClock, text: 'Show now' },
  take: { Icon: Hand, text: FOLLOW_UPS_COPY.take, keys: ACTION_KEYS.take },
  done: { Icon: Check, text: FOLLOW_UPS_COPY.done.action, keys: ACTION_KEYS.done },
  snooze: { Icon: Moon, text: FOLLOW_UPS_COPY.snooze.action, keys: ACTION_KEYS.snooze },
};
/** Lists the most likely next action first. */
export const ACTION_ORDER = Object.keys(BUTTONS) as ButtonAction[];

export function NextAction({ followUp, onAction }: ActionProps): ReactNode {
  const { id: userId } = useUser();
  const action = ACTION_ORDER.find((item) => isActionPossible(followUp, item, userId));
  return action && <ActionButton followUp={followUp} onAction={onAction} action={action} isQuiet />;
}

interface ActionButtonProps extends ActionProps {
  action: ButtonAction;
  /** Whether to leave the button unhighlighted, for lists in which other rows have the same one. */
  isQuiet?: boolean;
}

export function ActionButton({ followUp, onAction, action, isQuiet = false }: ActionButtonProps): ReactNode {
  const { Icon, text, keys } = BUTTONS[action];
  const isUnclaimed = followUp.assignee === null && followUp.takenBy === null;
  return (
    <Button
      ref={keepFocus}
      variant={action === 'take' && isUnclaimed && !isQuiet ? 'primary' : 'outline'}
      size="sm"
      aria-keyshortcuts={keys}
      onClick={() => onAction(followUp, action)}
    >
      <Icon aria-hidden />
      {action === 'take' && !isUnclaimed ? 'Take over' : text}
      <span className="sr-only"> {followUpName(followUp)}</span>
    </Button>
  );
}
