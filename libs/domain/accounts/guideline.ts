import type { Evidence } from '../calls/analysis';
import { SENTIMENT_LABELS, SENTIMENTS, type Sentiment } from '../calls/sentiment';
import { TOPIC_NAMES, type Topic } from '../calls/topic';

export const MAX_GUIDELINE_LENGTH = 2_000;
export const MAX_RULES = 10;
export const MAX_RULE_PHRASES = 20;
export const MAX_PHRASE_LENGTH = 60;

export const MAX_BACK_TEST_CALLS = 200;
export const MAX_BACK_TEST_CHECKS = 1_000;

/** Whose words a rule searches. If a recording doesn't separate the speakers, all words are searched. */
export const RULE_SPEAKERS = ['customer', 'agent', 'anyone'] as const;
export type RuleSpeaker = (typeof RULE_SPEAKERS)[number];

/** What a matching rule does: sets the label, or requests a follow-up. */
export const RULE_EFFECTS = [...SENTIMENTS, 'follow_up'] as const;
export type RuleEffect = (typeof RULE_EFFECTS)[number];

export const RULE_EFFECT_NAMES: Record<RuleEffect, string> = { ...SENTIMENT_LABELS, follow_up: 'Follow-up' };

export const RULE_SUBJECTS = ['words', 'topic'] as const;
export type RuleSubject = (typeof RULE_SUBJECTS)[number];

/** One of an account's rules: any of these phrases, or the call's topic, leads to a label or a follow-up. */
export type GuidelineRule =
  | { when: 'words'; phrases: string[]; saidBy: RuleSpeaker; then: RuleEffect }
  | { when: 'topic'; topic: Topic; then: RuleEffect };

/** An account's own standards: instructions for language models, and rules for any analyst. */
export interface GuidelineContent {
  text: string | null;
  /** The first matching rule sets the label. */
  rules: GuidelineRule[];
}

/** A saved guideline. The highest version is in effect. */
export interface Guideline extends GuidelineContent {
  /** Starts at 1. */
  version: number;
}

export interface RuleMatch {
  rule: GuidelineRule;
  /** Display name: the spoken phrase, or the topic. */
  name: string;
  /** Where the phrase was said; undefined for a topic. */
  passage?: Omit<Evidence, 'claim'>;
}

/** Evidence claim that links a follow-up to the words matched by a rule. */
export const FOLLOW_UP_CLAIM = 'Follow-up by your rule';

/** Explains why a rule requests a callback to the customer. @param name the match's name */
export function describeFollowUpRule(name: string): string {
  return `Your rule “${name}” asks for a callback`;
}

/** Returns the name of a topic match. A word match is named after the phrase. */
export function topicMatchName(topic: Topic): string {
  return `Topic: ${TOPIC_NAMES[topic]}`;
}

export function isLabelEffect(effect: RuleEffect): effect is Sentiment {
  return effect !== 'follow_up';
}

/** Whether two guidelines are equal, including the order of their rules. */
export function isSameGuideline(a: GuidelineContent, b: GuidelineContent): boolean {
  return (
    (a.text ?? '') === (b.text ?? '') &&
    JSON.stringify(a.rules.map(toComparable)) === JSON.stringify(b.rules.map(toComparable))
  );
}

// PostgreSQL doesn't preserve the key order of JSON objects.
function toComparable(rule: GuidelineRule): unknown[] {
  return rule.when === 'words' ? [rule.phrases, rule.saidBy, rule.then] : [rule.topic, rule.then];
}
