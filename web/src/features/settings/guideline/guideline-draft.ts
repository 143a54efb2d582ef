import {
  MAX_PHRASE_LENGTH,
  MAX_RULE_PHRASES,
  RULE_EFFECT_NAMES,
  type GuidelineContent,
  type GuidelineRule,
  type RuleEffect,
  type RuleSpeaker,
  type RuleSubject,
} from '@ringwell/domain/accounts/guideline';
import { uniqueTerms } from '@ringwell/domain/accounts/vocabulary';
import { TOPIC_NAMES, type Topic } from '@ringwell/domain/calls/topic';

import { GUIDELINE_COPY as copy } from './guideline-copy';

/** A rule being edited. Keeps the input for both words and topics, so nothing is lost when switching between them. */
export interface DraftRule {
  id: string;
  when: RuleSubject;
  /** As typed, separated by commas. */
  phrases: string;
  saidBy: RuleSpeaker;
  topic: Topic;
  then: RuleEffect;
}

export interface GuidelineDraft {
  text: string;
  rules: DraftRule[];
}

export function toDraft({ text, rules }: GuidelineContent): GuidelineDraft {
  return { text: text ?? '', rules: rules.map(toDraftRule) };
}

let lastId = 0;

export function createRule(): DraftRule {
  lastId += 1;
  return { id: String(lastId), when: 'words', phrases: '', saidBy: 'customer', topic: 'other', then: 'negative' };
}

function toDraftRule(rule: GuidelineRule): DraftRule {
  if (rule.when === 'topic') return { ...createRule(), when: 'topic', topic: rule.topic, then: rule.then };
  return { ...createRule(), phrases: rule.phrases.join(', '), saidBy: rule.saidBy, then: rule.then };
}

export function toContent({ text, rules }: GuidelineDraft): GuidelineContent {
  return { text: text.trim() || null, rules: rules.map(toRule) };
}

function toRule({ when, phrases, saidBy, topic, then }: DraftRule): GuidelineRule {
  return when === 'topic' ? { when, topic, then } : { when, phrases: parsePhrases(phrases), saidBy, then };
}

function parsePhrases(text: string): string[] {
  return uniqueTerms(text.split(/[,\n]/).map((phrase) => phrase.replace(/\s+/g, ' '))).filter(Boolean);
}

/** Returns what is wrong with a rule's phrases, if anything. */
export function findRuleProblem({ when, phrases }: DraftRule): string | undefined {
  const terms = parsePhrases(phrases);
  if (when !== 'words') return undefined;
  if (terms.length === 0 || !terms.every((phrase) => /[\p{L}\p{N}]/u.test(phrase))) return copy.phrasesMissing;
  if (terms.length > MAX_RULE_PHRASES) return `Use ${MAX_RULE_PHRASES} phrases or fewer.`;
  return terms.some(({ length }) => length > MAX_PHRASE_LENGTH) ? copy.phraseTooLong(MAX_PHRASE_LENGTH) : undefined;
}

/** A rule on one line: `“cancel”, said by the customer: Negative`. */
export function describeRule(rule: GuidelineRule): string {
  const effectName = RULE_EFFECT_NAMES[rule.then];
  if (rule.when === 'topic') return `${copy.topic} ${TOPIC_NAMES[rule.topic]}: ${effectName}`;
  const phrases = rule.phrases.map((phrase) => `“${phrase}”`).join(' or ');
  return `${phrases}, said by ${copy.saidByNames[rule.saidBy]}: ${effectName}`;
}
