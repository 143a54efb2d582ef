import type { FollowUp } from '../../../api/types';
import { useShortcut } from '../../../lib/browser/shortcuts';
import { ACTION_KEYS, type PerformAction } from '../actions';

/** Applies the list's shortcuts to the follow-up on the page. */
export function useActionKeys(followUp: FollowUp | undefined, onAction: PerformAction | undefined): void {
  const handlerFor = (action: keyof typeof ACTION_KEYS) => (): void => {
    if (followUp) onAction?.(followUp, action);
  };
  useShortcut({ key: ACTION_KEYS.take }, handlerFor('take'));
  useShortcut({ key: ACTION_KEYS.done }, handlerFor('done'));
  useShortcut({ key: ACTION_KEYS.snooze }, handlerFor('snooze'));
  useShortcut({ key: ACTION_KEYS.note }, handlerFor('note'));
}
