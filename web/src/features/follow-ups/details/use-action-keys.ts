import type { FollowUp } from '../../../api/types';
import { useShortcut } from '../../../lib/browser/shortcuts';
import { ACTION_KEYS, type PerformAction } from '../actions';

/** Applies the list's shortcuts to the follow-up on the page. */
export function useActionKeys(followUp: FollowUp | undefined, onAction: PerformAction | undefined): void {
  const run = (action: keyof typeof ACTION_KEYS) => (): void => {
    if (followUp) onAction?.(followUp, action);
  };
  useShortcut({ key: ACTION_KEYS.take }, run('take'));
  useShortcut({ key: ACTION_KEYS.done }, run('done'));
  useShortcut({ key: ACTION_KEYS.snooze }, run('snooze'));
  useShortcut({ key: ACTION_KEYS.note }, run('note'));
}
