import { FOLLOW_UP_CLAIM, isLabelEffect, type GuidelineRule, type RuleMatch } from '../accounts/guideline';
import type { Analysis, Evidence } from './analysis';
import { matchRules } from './match-guideline-rules';
import { SENTIMENT_LABELS, type Sentiment } from './sentiment';
import type { TranscriptSegment } from './transcript';

/** The parts of an analysis that rules read or change. */
export type RuleTarget = Pick<Analysis, 'sentiment' | 'needsReview' | 'reviewReason' | 'topic' | 'followUp'>;

export interface RuleDecision {
  label: { sentiment: Sentiment; match: RuleMatch } | null;
  followUp: RuleMatch | null;
}

/**
 * Applies an account's rules to a call. The first matching rule that sets a label wins, even if the analyst was unsure.
 * No rules apply if the transcript is too unreliable to judge.
 * @returns null if no rule matches
 */
export function evaluateRules(
  rules: readonly GuidelineRule[],
  { reviewReason, topic }: Pick<RuleTarget, 'reviewReason' | 'topic'>,
  segments: readonly TranscriptSegment[],
): RuleDecision | null {
  if (reviewReason === 'words_unreliable') return null;
  const matches = matchRules(rules, { segments, topic });
  const label = matches.flatMap((match) =>
    isLabelEffect(match.rule.then) ? [{ sentiment: match.rule.then, match }] : [],
  )[0];
  const followUp = matches.find(({ rule }) => !isLabelEffect(rule.then));
  return label || followUp ? { label: label ?? null, followUp: followUp ?? null } : null;
}

export function applyDecision<T extends RuleTarget>(analysis: T, decision: RuleDecision | null): T {
  if (!decision) return analysis;
  const { label, followUp } = decision;
  return {
    ...analysis,
    ...(label && { sentiment: label.sentiment, needsReview: false, reviewReason: null }),
    ...(followUp && { followUp: { ...analysis.followUp, needed: true, rule: followUp.name } }),
  };
}

/**
 * Applies an account's rules to an analyst's result. The matched words come first in the evidence, and `appliedRules`
 * records the original result.
 */
export function applyRules(
  analysis: Analysis,
  segments: readonly TranscriptSegment[],
  { version, rules }: { version: number; rules: readonly GuidelineRule[] },
): Analysis {
  const decision = evaluateRules(rules, analysis, segments);
  if (!decision) return analysis;
  const { sentiment, needsReview, reviewReason, followUp } = analysis;
  const { label } = decision;
  return {
    ...applyDecision(analysis, decision),
    evidence: [...ruleEvidence(decision), ...analysis.evidence],
    appliedRules: {
      version,
      label: label && { name: label.match.name, sentiment: label.sentiment },
      original: { sentiment, needsReview, reviewReason, followUp },
    },
  };
}

function ruleEvidence({ label, followUp }: RuleDecision): Evidence[] {
  return [
    ...(label?.match.passage ? [{ claim: SENTIMENT_LABELS[label.sentiment], ...label.match.passage }] : []),
    ...(followUp?.passage ? [{ claim: FOLLOW_UP_CLAIM, ...followUp.passage }] : []),
  ];
}
