import { describeFollowUpRule } from '../accounts/guideline';
import type { PlannedFollowUp } from '../calls/analysis';
import { toOneLine } from '../text/plain-text';
import { FOLLOW_UP_KIND_NAMES, type FollowUpKind } from './follow-up';

// A call that ended before anyone answered isn't processed, so it has no instruction.
const HUNG_UP_REASON = 'Call back: hung up before anyone answered';

/**
 * Describes what to do on one line: the rule that requested it, or the instruction, unless it was deleted along with
 * the call.
 */
export function describeFollowUpReason({
  kind,
  promise,
}: {
  kind: FollowUpKind;
  promise: PlannedFollowUp | null;
}): string {
  if (kind === 'lead' && promise === null) return HUNG_UP_REASON;
  if (kind === 'rule' && promise?.rule !== undefined) return describeFollowUpRule(promise.rule);
  const instruction = kind === 'review' ? '' : toOneLine(promise?.what ?? '');
  return instruction || FOLLOW_UP_KIND_NAMES[kind];
}
