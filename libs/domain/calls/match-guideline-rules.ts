import { topicMatchName, type GuidelineRule, type RuleMatch, type RuleSpeaker } from '../accounts/guideline';
import { removeAccents } from '../text/fold-name';
import { SENTENCE } from '../text/sentence';
import type { Evidence } from './analysis';
import type { Topic } from './topic';
import type { TranscriptSegment } from './transcript';

const MAX_QUOTE_LENGTH = 220;
const QUOTE_LEAD_LENGTH = 80;

const WORD = /[\p{L}\p{M}\p{N}]+(?:['’ʼ][\p{L}\p{M}\p{N}]+)*/gu;
const ASCII = /^[\0-\x7f]*$/;
const ASCII_WORD = /[a-z\d]+(?:'[a-z\d]+)*/g;

interface Word {
  text: string;
  /** Offset within its segment's text. */
  start: number;
  end: number;
}

/** Normalizes a phrase's words for comparison. */
export function splitPhrase(phrase: string): string[] {
  return splitWords(phrase).map(({ text }) => text);
}

/**
 * Returns the rules that match a call, in order. A phrase matches whole words, ignoring case, accents and punctuation,
 * even across a speaker's consecutive segments.
 * @param topic the call's topic according to the analyst
 */
export function matchRules(
  rules: readonly GuidelineRule[],
  { segments, topic }: { segments: readonly TranscriptSegment[]; topic: Topic | null },
): RuleMatch[] {
  const index = new TranscriptIndex(segments);
  return rules.flatMap((rule): RuleMatch[] => {
    if (rule.when === 'topic') return rule.topic === topic ? [{ rule, name: topicMatchName(rule.topic) }] : [];
    const match = findFirst(
      rule.phrases.map((phrase) => ({ phrase, position: index.find(splitPhrase(phrase), rule.saidBy) })),
    );
    return match ? [{ rule, name: match.phrase, passage: getPassageAt(segments, match.position) }] : [];
  });
}

/** Whether a match counts, given the text before it in its segment. */
export type PrecedingTextFilter = (precedingText: string) => boolean;

/**
 * Returns a function that matches a phrase like `matchRules` does, and returns the first match whose preceding text is
 * accepted, or null.
 */
export function createPhraseFinder(
  segments: readonly TranscriptSegment[],
): (words: readonly string[], saidBy: RuleSpeaker, accepts: PrecedingTextFilter) => Omit<Evidence, 'claim'> | null {
  const index = new TranscriptIndex(segments);
  return (words, saidBy, accepts) => {
    const position = index.find(words, saidBy, accepts);
    return position && getPassageAt(segments, position);
  };
}

interface PhrasePosition {
  segment: number;
  start: number;
  end: number;
}

function findFirst(
  candidates: { phrase: string; position: PhrasePosition | null }[],
): { phrase: string; position: PhrasePosition } | undefined {
  return candidates
    .flatMap(({ phrase, position }) => (position ? [{ phrase, position }] : []))
    .sort((a, b) => a.position.segment - b.position.segment || a.position.start - b.position.start)[0];
}

class TranscriptIndex {
  private readonly words: Word[][];
  private readonly segmentsByWord = new Map<string, number[]>();

  constructor(private readonly segments: readonly TranscriptSegment[]) {
    this.words = segments.map(({ text }) => splitWords(text));
    for (const [segment, words] of this.words.entries()) {
      for (const { text } of words) {
        const segmentIndexes = this.segmentsByWord.get(text);
        if (!segmentIndexes) this.segmentsByWord.set(text, [segment]);
        else if (segmentIndexes.at(-1) !== segment) segmentIndexes.push(segment);
      }
    }
  }

  find(
    phrase: readonly string[],
    saidBy: RuleSpeaker,
    accepts: PrecedingTextFilter = () => true,
  ): PhrasePosition | null {
    // A quick check that rules out most phrases.
    if (!phrase.every((word) => this.segmentsByWord.has(word))) return null;
    for (const segment of this.segmentsByWord.get(phrase[0] ?? '') ?? []) {
      const speaker = this.segments[segment]?.speaker;
      if (saidBy !== 'anyone' && speaker !== saidBy && speaker !== 'unknown') continue;
      const position = this.findFrom(segment, phrase, accepts);
      if (position) return position;
    }
    return null;
  }

  private findFrom(segment: number, phrase: readonly string[], accepts: PrecedingTextFilter): PhrasePosition | null {
    const segmentWords = this.words[segment] ?? [];
    const [first, second] = phrase;
    let spokenWords: Word[] | undefined;
    for (const [index, word] of segmentWords.entries()) {
      if (word.text !== first) continue;
      const next = segmentWords[index + 1];
      if (next !== undefined && second !== undefined && next.text !== second) continue;
      spokenWords ??= [...segmentWords, ...this.listNextWords(segment, phrase.length - 1)];
      if (!phrase.every((expected, offset) => spokenWords?.[index + offset]?.text === expected)) continue;
      if (!accepts((this.segments[segment]?.text ?? '').slice(0, word.start))) continue;
      const last = segmentWords[Math.min(index + phrase.length, segmentWords.length) - 1] ?? word;
      return { segment, start: word.start, end: last.end };
    }
    return null;
  }

  // Returns at least `count` words from the speaker's following segments, if there are that many.
  private listNextWords(segment: number, count: number): Word[] {
    const spokenWords: Word[] = [];
    const speaker = this.segments[segment]?.speaker;
    for (let next = segment + 1; spokenWords.length < count && this.segments[next]?.speaker === speaker; next += 1) {
      if (next >= this.segments.length) break;
      spokenWords.push(...(this.words[next] ?? []).slice(0, count));
    }
    return spokenWords;
  }
}

// Finds words before normalizing them, because that may change the length of non-ASCII text.
function splitWords(text: string): Word[] {
  const isAscii = ASCII.test(text);
  return [...(isAscii ? text.toLowerCase() : text).matchAll(isAscii ? ASCII_WORD : WORD)].map(({ 0: word, index }) => ({
    text: isAscii ? word : normalizeText(word),
    start: index,
    end: index + word.length,
  }));
}

function normalizeText(text: string): string {
  return removeAccents(text).toLowerCase().replace(/[’ʼ]/g, "'");
}

function getPassageAt(
  segments: readonly TranscriptSegment[],
  { segment, start, end }: PhrasePosition,
): Omit<Evidence, 'claim'> {
  const { text = '', startMs = 0, endMs = 0 } = segments[segment] ?? {};
  return { segment, startMs, endMs, quote: quoteAround(text, start, end) };
}

// Returns the sentence with the match, verbatim. Long sentences are trimmed around the match.
function quoteAround(text: string, start: number, end: number): string {
  const sentences = [...text.matchAll(SENTENCE)].map(({ 0: sentence, index }) => ({
    from: index,
    to: index + sentence.length,
  }));
  const sentence = sentences.find(({ from, to }) => from <= start && start < to) ?? { from: start, to: end };
  const to = Math.max(sentence.to, end);
  if (to - sentence.from <= MAX_QUOTE_LENGTH) return text.slice(sentence.from, to).trim();
  const leadStart = Math.max(sentence.from, start - QUOTE_LEAD_LENGTH);
  const from = leadStart === sentence.from ? leadStart : Math.min(text.indexOf(' ', leadStart) + 1, start);
  const cut = text.lastIndexOf(' ', from + MAX_QUOTE_LENGTH);
  return text.slice(from, Math.max(end, Math.min(cut > from ? cut : to, to))).trim();
}
