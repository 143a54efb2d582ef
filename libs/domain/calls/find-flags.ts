import type { Evidence } from './analysis';
import { CALL_FLAG_NAMES, CALL_FLAGS, type CallFlagName } from './call-flags';
import { createPhraseFinder, splitPhrase } from './match-guideline-rules';
import type { TranscriptSegment } from './transcript';

export interface FlagMatch {
  flag: CallFlagName;
  /** The account's phrase that was said. */
  phrase: string;
  evidence: Evidence;
}

/** An account's phrases for each flag. A `+` joins phrases that must all be said in the call. */
export type FlagPhrases = Record<CallFlagName, readonly string[]>;

export const MAX_FLAG_PHRASES = 60;
export const MAX_FLAG_PHRASE_LENGTH = 60;

// Terms for a cold home and for people at risk from the cold: a call must contain one of each.
const NO_HEAT_TERMS = ['no heat', 'have heat', 'heat is out', 'furnace is out'];
const AT_RISK_TERMS = ['baby', 'newborn', 'new born', 'oxygen'];

export const DEFAULT_FLAG_PHRASES: FlagPhrases = {
  danger: [
    'smell gas',
    'smells gas',
    'smelling gas',
    'smell the gas',
    'smell of gas',
    'smells of gas',
    'smells like gas',
    'gas smell',
    'gas leak',
    'leaking gas',
    'gas in the house',
    'rotten eggs',
    'carbon monoxide alarm',
    'carbon monoxide + going off',
    'carbon monoxide + went off',
    'CO alarm',
    'it sparks',
    'is sparking',
    'saw sparks',
    "it's on fire",
    'is on fire',
    'smoke coming',
    'burning smell',
    'burnt plastic',
    'water pouring',
    'pouring out of',
    "can't shut it off",
    "can't shut the water off",
    "can't turn the water off",
    "won't shut off",
    'coming out of my ceiling',
    'coming out of the ceiling',
    'coming through the ceiling',
    ...NO_HEAT_TERMS.flatMap((heatTerm) => AT_RISK_TERMS.map((riskTerm) => `${heatTerm} + ${riskTerm}`)),
  ],
  legal: [
    'attorney general',
    "attorney general's",
    'small claims',
    'licensing board',
    'license board',
    'contractor board',
    'contractors board',
    'an attorney',
    'my attorney',
    'our attorney',
    'talked to a lawyer',
    'calling a lawyer',
    'calling my lawyer',
    'have a lawyer',
    'get a lawyer',
    "he's a lawyer",
    "she's a lawyer",
    'is a lawyer',
    "son's a lawyer",
    'my lawyer will',
    'hear from my lawyer',
    'going to sue you',
    'gonna sue you',
    "i'll sue you",
    'take you to court',
    'see you in court',
    'legal action',
  ],
};

/**
 * Returns a call's flags, each with the first of the account's phrases that the customer asserts. Negations and
 * hypotheticals don't count: "no smell of gas", "I don't think there are sparks", "what if it catches fire". If the
 * speakers are unknown, anyone may have said it.
 */
export function findFlags(segments: readonly TranscriptSegment[], phrases: FlagPhrases): FlagMatch[] {
  const findPhrase = createPhraseFinder(segments);
  return CALL_FLAGS.flatMap((flag) => {
    for (const { phrase, parts } of parsePhrases(phrases[flag])) {
      const [firstPassage, ...otherPassages] = parts.map((words) => findPhrase(words, 'customer', isAsserted));
      if (firstPassage && otherPassages.every((other) => other !== null))
        return [{ flag, phrase, evidence: { claim: CALL_FLAG_NAMES[flag], ...firstPassage } }];
    }
    return [];
  });
}

interface ParsedPhrase {
  phrase: string;
  /** The words of each part that must be said. */
  parts: string[][];
}

// Nearly all accounts share `DEFAULT_FLAG_PHRASES`.
const phraseCache = new WeakMap<readonly string[], ParsedPhrase[]>();

function parsePhrases(phrases: readonly string[]): ParsedPhrase[] {
  const cached = phraseCache.get(phrases);
  if (cached) return cached;
  const parsedPhrases = phrases.map((phrase) => ({ phrase, parts: phrase.split('+').map(splitPhrase) }));
  phraseCache.set(phrases, parsedPhrases);
  return parsedPhrases;
}

const MAX_NEGATION_WORDS = 4;
// Enough for these words. Reading more before every match would take quadratic time.
const MAX_NEGATION_CHARS = 100;
const CLAUSE_END = /[.!?;:,]|\s[-–—]+\s|—/;
const NEGATION = /^(?:not|never|without|nor|neither|hardly|isnt|dont|didnt|.*n't)$/;
const OPINION_VERBS = ['think', 'believe', 'say', 'said', 'saying', 'mean'];
const ASKING_VERBS = ['know', 'see', 'sure', 'wonder', 'wondering', 'tell', 'check', 'like'];
const SUBJECT_WORDS = "i i'm we it it's there there's he she they you but and so because".split(' ');

function isAsserted(precedingText: string): boolean {
  const words = splitPhrase(precedingText.slice(-MAX_NEGATION_CHARS).split(CLAUSE_END).at(-1) ?? '').slice(
    -MAX_NEGATION_WORDS - 1,
  );
  return !isNegated(words.slice(-MAX_NEGATION_WORDS)) && !isHypothetical(words);
}

// Transcripts may omit the comma in "I'm not home, I smell gas", so a negation ends at the next subject, unless that
// follows a verb such as "think".
function isNegated(words: readonly string[]): boolean {
  if (words.at(-1) === 'no') return true;
  if (words.at(-2) === 'no' && !SUBJECT_WORDS.includes(words.at(-1) ?? '')) return true;
  const negationIndex = words.findLastIndex((word) => NEGATION.test(word));
  if (negationIndex === -1) return false;
  const laterWords = words.slice(negationIndex + 1);
  return laterWords.every(
    (word, index) => !SUBJECT_WORDS.includes(word) || OPINION_VERBS.includes(laterWords[index - 1] ?? ''),
  );
}

// "I don't know if it is a gas leak" still counts.
function isHypothetical(words: readonly string[]): boolean {
  const conditionIndex = words.findLastIndex((word) => word === 'if' || word === 'unless');
  return conditionIndex !== -1 && !ASKING_VERBS.includes(words[conditionIndex - 1] ?? '');
}
