import type { FollowUp } from './analysis';
import { FOLLOW_UP_KIND_NAMES, type FollowUpKind } from './follow-up';
import { describeFollowUpRule } from './guideline';

const NOTHING_SAID = 'Not said.';

/**
 * In one line: the rule that asks for it, what was promised, or else why the customer called. All but the rule may have
 * been deleted with the words of the call.
 */
export function followUpWhy({
  kind,
  promise,
  reason,
  summary,
}: {
  kind: FollowUpKind;
  promise: FollowUp | null;
  reason: string | null;
  summary: string | null;
}): string {
  if (kind === 'rule' && promise?.rule !== undefined) return describeFollowUpRule(promise.rule);
  const [firstLine = ''] = (summary ?? '').split('\n');
  const texts = [kind === 'promise' ? promise?.what : undefined, reason === NOTHING_SAID ? '' : reason, firstLine];
  const why = kind === 'review' ? '' : texts.map((text) => inOneLine(text ?? '')).find(Boolean);
  return why || FOLLOW_UP_KIND_NAMES[kind];
}

function inOneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
