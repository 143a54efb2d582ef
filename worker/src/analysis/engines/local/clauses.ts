import { SPEAKERS, type Speaker } from '@ringwell/domain/calls/transcript';

import type { Turn } from './call-features';

/** A statement or question by one speaker. */
export interface Clause {
  /** Turn index. */
  turn: number;
  speaker: Turn['speaker'];
  /** Position in the turn, including the punctuation after it. */
  start: number;
  end: number;
  isQuestion: boolean;
  /** False if the sentence continues after it. Without punctuation, every clause is treated as a sentence. */
  endsSentence: boolean;
}

const LONG_SENTENCE_WORDS = 18;
const MIN_PART_WORDS = 5;
const HAS_PART_WORDS = new RegExp(`^\\s*(?:\\S+\\s+){${MIN_PART_WORDS - 1}}\\S`);

const ABBREVIATION = /\b(Mr|Mrs|Ms|Dr|St|Ave|Rd|Jr|Sr|No|vs|a\.m|p\.m)\.$/;
const MAX_ABBREVIATION_LENGTH = 4;
const SENTENCE_END = /(?<![.?!…])[.?!…]+["'”]?\s+|\s*[—–]\s*|;\s+/g;
// Long sentences are split before these words even without punctuation.
const CLAUSE_BOUNDARY =
  /,\s+(?=(?:and|but|so|because|then|which)\s)|\s+(?=(?:and|but|so|because)\s+(?:i|we|he|she|they|you|it|that|there)(?:\s|'))/gi;
// Excludes "he said he would", "while we were there" and the like.
const UNPUNCTUATED_BOUNDARY =
  /(?<!\b(?:and|but|or|so|then|because|cause|that|if|when|while|where|what|who|which|whatever|how|why|as|than|like|before|after|until|till|since|once|every|all|one|thing|way|time|day|said|says|say|told|tell|think|know|guess|hope|see|bet|swear|mean|believe|sure|glad|did|do|does|can|could|will|would|are|is|was|were|have|has|had|should))\s+(?=(?:(?:and|but|so|then|because|cause|well|okay|now)\s+)?(?:i'm|im|i've|ive|i'd|i'll|we're|we've|we'll|he's|hes|she's|they're|it's|its|that's|thats|there's|theres|i|we|he|she|they)\s|(?:and|but|so|because|cause)\s+there\s)/gi;
// Before a pause these words are fillers; otherwise they may change what follows ("no big rush", "look for the valve").
const PAUSED_FILLERS = 'no|nope|now|like|look|listen|right|sure|please|i mean|you know|thanks|thank you|got it|gotcha';
const LEADING_FILLERS = new RegExp(
  `^(?:(?:(?:${PAUSED_FILLERS})[\\s]*[,.!?…]+|(?:well|okay|ok|yeah|yes|yep|oh|ah|ha|um+|uh+|er|hmm?|so|and|but|all right|alright|hi|hey|hello|good\\s+(?:morning|afternoon|evening)|sir|ma'?am|my\\s+(?:god|gosh|goodness))(?=[\\s,.!?…-]|$))[\\s,.!?…-]*)+`,
  'i',
);
const TRAILING_FILLERS = /[\s,]+(?:you know|okay|ok|right|sir|ma'am|please|bye|goodbye|thanks|thank you|uh|um)$/i;
const LEADING_PUNCTUATION = /^[\s,.!?;:…—–-]*/;
const HAS_PUNCTUATION = /[,.?!]\s*\S/;
const END_PUNCTUATION = /^[.?!…]+/;
// The speaker trailed off, or the recognizer lost the rest.
const TRAILS_OFF =
  /(?:^| )(?:the|(?<!(?:^| )[a-z] )an?|and|or|but|of|my|your|our|their|because|if|to|with|for|that|while|when)$/i;

/** Splits a call into clauses in spoken order, without hesitations. */
export function splitIntoClauses(turns: readonly Turn[]): Clause[] {
  const namesBySpeaker = new Map(SPEAKERS.map((speaker) => [speaker, findAddressedNames(speaker, turns)]));
  return turns.flatMap((turn, index) => {
    const names = namesBySpeaker.get(turn.speaker) ?? new Set();
    return findSpans(turn.text).flatMap((span): Clause[] => {
      const { start, end } = trimClause(turn.text, span, names);
      const text = turn.text.slice(start, end);
      const punctuation = END_PUNCTUATION.exec(turn.text.slice(end, span.end))?.[0] ?? '';
      if (countWords(text) < 2) return [];
      if (punctuation === '' && TRAILS_OFF.test(text)) return [];
      return [
        {
          turn: index,
          speaker: turn.speaker,
          start,
          end: end + punctuation.length,
          isQuestion: punctuation.startsWith('?'),
          endsSentence: punctuation !== '' || span.end === turn.text.length || !isPunctuated(turn.text),
        },
      ];
    });
  });
}

/** Whether the text has punctuation, which marks sentence boundaries. */
export function isPunctuated(text: string): boolean {
  return HAS_PUNCTUATION.test(text);
}

// Names from the other side's greeting. Before a comma, they address the listener.
function findAddressedNames(speaker: Speaker, turns: readonly Turn[]): ReadonlySet<string> {
  const opening = turns.find((turn) => turn.speaker !== speaker)?.text ?? '';
  return new Set(opening.match(/\p{Lu}\p{Ll}+/gu));
}

export function countWords(text: string): number {
  return text.split(/\s+/).filter((word) => word !== '').length;
}

interface Span {
  start: number;
  end: number;
}

function findSpans(text: string): Span[] {
  const spans: Span[] = [];
  let start = 0;
  for (const match of text.matchAll(SENTENCE_END)) {
    const endStart = Math.max(start, match.index - MAX_ABBREVIATION_LENGTH);
    if (ABBREVIATION.test(text.slice(endStart, match.index + 1))) continue;
    spans.push(...splitLongSentence(text, { start, end: match.index + match[0].length }));
    start = match.index + match[0].length;
  }
  return [...spans, ...splitLongSentence(text, { start, end: text.length })];
}

function splitLongSentence(text: string, { start, end }: Span): Span[] {
  const sentence = text.slice(start, end);
  if (countWords(sentence) <= LONG_SENTENCE_WORDS) return [{ start, end }];
  const separators = sentence.matchAll(isPunctuated(sentence) ? CLAUSE_BOUNDARY : UNPUNCTUATED_BOUNDARY);
  const spans: Span[] = [];
  let spanStart = start;
  for (const { index, 0: separator } of separators) {
    const nextStart = start + index + separator.length;
    if (!HAS_PART_WORDS.test(text.slice(spanStart, start + index)) || !HAS_PART_WORDS.test(text.slice(nextStart, end)))
      continue;
    spans.push({ start: spanStart, end: start + index });
    spanStart = nextStart;
  }
  return [...spans, { start: spanStart, end }];
}

function trimClause(text: string, { start, end }: Span, names: ReadonlySet<string>): Span {
  const spanStart = end - stripOpening(text.slice(start, end), names).length;
  let clauseText = text.slice(spanStart, end);
  for (let previous = ''; previous !== clauseText;) {
    previous = clauseText;
    clauseText = clauseText.replace(/[\s,.!?;:…—–-]+$/, '').replace(TRAILING_FILLERS, '');
  }
  return { start: spanStart, end: spanStart + clauseText.length };
}

// Strips hesitations, greetings and the listener's name from the start of a clause.
function stripOpening(text: string, names: ReadonlySet<string>): string {
  const cleaned = text.replace(LEADING_FILLERS, '').replace(LEADING_PUNCTUATION, '');
  const name = /^\p{Lu}\p{Ll}+(?=, )/u.exec(cleaned)?.[0] ?? '';
  return names.has(name) ? stripOpening(cleaned.slice(name.length + 2), names) : cleaned;
}
