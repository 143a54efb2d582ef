import type { Evidence } from './analysis';
import { SENTIMENT_LABELS, SENTIMENTS, type Sentiment } from './sentiment';
import { TOPIC_NAMES, type Topic } from './topic';

/** Longest text of a guideline, in characters. */
export const MAX_GUIDELINE_LENGTH = 2_000;
export const MAX_RULES = 10;
/** Words or phrases of one rule. */
export const MAX_RULE_PHRASES = 20;
/** Longest phrase of a rule, in characters. */
export const MAX_PHRASE_LENGTH = 60;

/** The latest calls that a back-test reads. */
export const BACK_TESTED_CALLS = 200;
/** The latest checked calls that a back-test reads. */
export const BACK_TESTED_CHECKS = 1_000;

/** Whose words a rule looks at. Where a recording does not separate the speakers, anyone may be meant. */
export const RULE_SPEAKERS = ['customer', 'agent', 'anyone'] as const;
export type RuleSpeaker = (typeof RULE_SPEAKERS)[number];

/** What a rule does with a call that it matches: sets the label, or asks for a follow-up. */
export const RULE_EFFECTS = [...SENTIMENTS, 'follow_up'] as const;
export type RuleEffect = (typeof RULE_EFFECTS)[number];

export const RULE_EFFECT_NAMES: Record<RuleEffect, string> = { ...SENTIMENT_LABELS, follow_up: 'Follow-up' };

/** What a rule looks for. */
export const RULE_SUBJECTS = ['words', 'topic'] as const;
export type RuleSubject = (typeof RULE_SUBJECTS)[number];

/** A rule of an account: any of these phrases, or the topic of the call, leads to a label or a follow-up. */
export type GuidelineRule =
  | { when: 'words'; phrases: string[]; saidBy: RuleSpeaker; then: RuleEffect }
  | { when: 'topic'; topic: Topic; then: RuleEffect };

/** What an account wants: a text, which language models follow, and rules, which hold for any analyst. */
export interface GuidelineContent {
  text: string | null;
  /** The first rule that matches decides the label. */
  rules: GuidelineRule[];
}

/** A saved guideline. The one with the highest version is in force. */
export interface Guideline extends GuidelineContent {
  /** From 1. */
  version: number;
}

/** A rule that matched a call. */
export interface RuleMatch {
  rule: GuidelineRule;
  /** For people: the phrase that was said, or the topic. */
  name: string;
  /** Where it was said; undefined for a topic. */
  passage?: Omit<Evidence, 'claim'>;
}

/** The claim of the evidence that leads from a follow-up to the words that a rule has found. */
export const FOLLOW_UP_CLAIM = 'Follow-up by your rule';

/** Why a rule wants a customer called back. @param name of a match */
export function describeFollowUpRule(name: string): string {
  return `Your rule “${name}” asks to call back`;
}

/** The name of a match of a rule about a topic. That of one about words is the phrase. */
export function topicMatchName(topic: Topic): string {
  return `Topic: ${TOPIC_NAMES[topic]}`;
}

export function isLabelEffect(effect: RuleEffect): effect is Sentiment {
  return effect !== 'follow_up';
}

/** Whether two guidelines say the same, in the same order. */
export function isSameGuideline(a: GuidelineContent, b: GuidelineContent): boolean {
  return (
    (a.text ?? '') === (b.text ?? '') &&
    JSON.stringify(a.rules.map(canonical)) === JSON.stringify(b.rules.map(canonical))
  );
}

// PostgreSQL returns the keys of JSON objects in an order of its own.
function canonical(rule: GuidelineRule): unknown[] {
  return rule.when === 'words' ? [rule.phrases, rule.saidBy, rule.then] : [rule.topic, rule.then];
}
