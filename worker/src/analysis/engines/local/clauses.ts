import type { Turn } from './call-features';

/** A statement or question of one speaker. */
export interface Clause {
  /** Index of the turn. */
  turn: number;
  speaker: Turn['speaker'];
  /** As it stands in the turn: nothing is left out or changed within. */
  text: string;
  isQuestion: boolean;
  /** 0 at the start of the call, 1 at its end. */
  position: number;
}

const LONG_SENTENCE_WORDS = 18;
const MIN_PART_WORDS = 5;
const MAX_CLAUSE_WORDS = 26;

const ABBREVIATION = /\b(Mr|Mrs|Ms|Dr|St|Ave|Rd|Jr|Sr|No|vs|a\.m|p\.m)\.$/;
const SENTENCE_END = /[.?!…]+["'”]?\s+|\s*[—–]\s*|;\s+/g;
// A long sentence is cut before these, also when a recognizer wrote no punctuation.
const JOINT =
  /,\s+(?=(?:and|but|so|because|then|which)\s)|\s+(?=(?:and|but|so|because)\s+(?:i|we|he|she|they|you|it|that|there)(?:\s|'))/i;
const RAW_JOINT =
  /\s+(?=(?:(?:and|but|so|then|because|cause|well|okay|now)\s+)?(?:i'm|im|i've|ive|i'd|i'll|we're|we've|we'll|he's|hes|she's|they're|it's|its|that's|thats|there's|theres|i|we|he|she|they)\s)/i;
const LEADING_NOISE =
  /^(?:(?:well|okay|ok|yeah|yes|yep|no|oh|ah|um+|uh+|er|hmm?|so|and|but|now|like|look|listen|right|all right|alright|sure|hi|hey|hello|you know|i mean|thanks|thank you|sir|ma'?am|please)(?:[\s,.!?…-]+|$))+/i;
const TRAILING_NOISE = /[\s,]+(?:you know|okay|ok|right|sir|ma'am|please|bye|goodbye|thanks|thank you|uh|um)$/i;
// The speaker broke off, or the recognizer lost the rest.
const BROKEN_OFF = /(?:^| )(?:the|an?|and|or|but|of|my|your|our|their|because|if|to|with|for)$/i;

/** The clauses of a call in the order of speech, without hesitation at their ends. */
export function callClauses(turns: readonly Turn[]): Clause[] {
  return turns.flatMap((turn, index) =>
    sentencesOf(turn.text).flatMap((sentence) =>
      splitLong(sentence).flatMap((part, at, parts): Clause[] => {
        const text = trimmed(part);
        if (wordCount(text) < 2 && !/\d/.test(text)) return [];
        if (BROKEN_OFF.test(text)) return [];
        return [
          {
            turn: index,
            speaker: turn.speaker,
            text: shortened(text),
            isQuestion: at === parts.length - 1 && /\?["'”]?\s*$/.test(sentence),
            position: turns.length < 2 ? 0 : index / (turns.length - 1),
          },
        ];
      }),
    ),
  );
}

export function wordCount(text: string): number {
  return text.split(/\s+/).filter((word) => word !== '').length;
}

function sentencesOf(text: string): string[] {
  const sentences: string[] = [];
  let start = 0;
  for (const match of text.matchAll(SENTENCE_END)) {
    if (ABBREVIATION.test(text.slice(start, match.index + 1))) continue;
    sentences.push(text.slice(start, match.index + match[0].length));
    start = match.index + match[0].length;
  }
  sentences.push(text.slice(start));
  return sentences.map((sentence) => sentence.trim()).filter((sentence) => sentence !== '');
}

function splitLong(sentence: string): string[] {
  if (wordCount(sentence) <= LONG_SENTENCE_WORDS) return [sentence];
  const joint = /[,.?!]/.test(sentence) ? JOINT : RAW_JOINT;
  const parts: string[] = [];
  let start = 0;
  for (let rest = sentence; ;) {
    const match = joint.exec(rest.slice(1));
    if (match === null) break;
    const cut = match.index + 1;
    const head = sentence.slice(start, sentence.length - rest.length + cut);
    rest = rest.slice(cut + match[0].length);
    if (wordCount(head) < MIN_PART_WORDS || wordCount(rest) < MIN_PART_WORDS) continue;
    parts.push(head);
    start = sentence.length - rest.length;
  }
  return [...parts, sentence.slice(start)];
}

function trimmed(part: string): string {
  let text = part.replace(LEADING_NOISE, '').replace(/^[\s,.!?;:…—–-]+|[\s,.!?;:…—–-]+$/g, '');
  for (let longer = ''; longer !== text;) {
    longer = text;
    text = text.replace(TRAILING_NOISE, '').replace(/[\s,.!?;:…—–-]+$/, '');
  }
  return text;
}

// The first words of a clause that nothing could split.
function shortened(text: string): string {
  const cut = new RegExp(`^(?:\\S+\\s+){${MAX_CLAUSE_WORDS - 1}}\\S+`).exec(text)?.[0];
  return cut ?? text;
}
