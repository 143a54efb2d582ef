import type { RecognizedWord, TranscriptSegment } from '../calls/transcript';
import { findSensitive } from './find-sensitive';
import { PLACEHOLDER, getPlaceholder, type Finding } from './finding';
import { mergeRanges, type TimeRange } from './time-range';

export interface RedactedSegments {
  /** Segments with findings have placeholders such as `[card number]` and no recognized words. */
  segments: TranscriptSegment[];
  /** When the redacted parts were spoken, in order; ranges don't overlap. */
  ranges: TimeRange[];
}

// Margin around words with known timestamps, and around segments.
const WORD_MARGIN_MS = 250;
// Margin around times estimated from the position in the text, as a fraction of the segment.
const MARGIN_FRACTION = 0.15;
const MIN_MARGIN_MS = 1_000;
// Letters that take as long to say as a digit, or as a card number that an engine replaced.
const LETTERS_PER_DIGIT = 6;
const LETTERS_PER_PLACEHOLDER = 16 * LETTERS_PER_DIGIT;
// Ranges closer together than this are merged.
const MERGE_GAP_MS = 500;

/** Removes what `findSensitive` finds, and returns when it was said. */
export function redactSegments(segments: readonly TranscriptSegment[]): RedactedSegments {
  const findingsBySegment = new Map<number, Finding[]>();
  for (const finding of findSensitive(segments)) {
    const segmentFindings = findingsBySegment.get(finding.segment);
    if (segmentFindings) segmentFindings.push(finding);
    else findingsBySegment.set(finding.segment, [finding]);
  }
  return {
    segments: segments.map((segment, index) => {
      const findings = findingsBySegment.get(index);
      if (!findings) return segment;
      const { words: _, ...segmentWithoutWords } = segment;
      return { ...segmentWithoutWords, text: replaceFindings(segment.text, findings) };
    }),
    ranges: mergeRanges(
      [...findingsBySegment].flatMap(([index, findings]) => toTimeRanges(segments[index]!, findings)),
      MERGE_GAP_MS,
    ),
  };
}

/** Redacts a single string, such as a customer's name. */
export function redactText(text: string): string {
  const findings = findSensitive([{ speaker: 'unknown', text }]);
  return findings.length === 0 ? text : replaceFindings(text, findings);
}

function replaceFindings(text: string, findings: readonly Finding[]): string {
  let result = '';
  let from = 0;
  for (const { kind, start, end } of findings) {
    result += text.slice(from, start) + getPlaceholder(kind);
    from = end;
  }
  return result + text.slice(from);
}

/** @param findings in spoken order */
function toTimeRanges(segment: TranscriptSegment, findings: readonly Finding[]): TimeRange[] {
  const { text } = segment;
  const words = segment.words && locateWords(segment.words, text);
  const letters = estimateSpokenLength(text);
  let next = 0;
  let position = 0;
  let lettersBefore = 0;
  const fractionBefore = (offset: number): number => {
    lettersBefore += estimateSpokenLength(text.slice(position, offset));
    position = offset;
    return lettersBefore / letters;
  };
  return findings.map(({ start, end }) => {
    const spokenWords: RecognizedWord[] = [];
    if (words) {
      while (next < words.length && words[next]!.end <= start) next += 1;
      for (let index = next; index < words.length && words[index]!.start < end; index += 1)
        spokenWords.push(words[index]!.word);
    }
    const fractions = [fractionBefore(start), fractionBefore(end)] as const;
    return spokenWords.length > 0 ? getWordsTime(spokenWords) : estimateTime(segment, fractions);
  });
}

function getWordsTime(words: readonly RecognizedWord[]): TimeRange {
  const startMs = Math.max(0, words[0]!.startMs - WORD_MARGIN_MS);
  return { startMs, endMs: words.reduce((latest, { endMs }) => Math.max(latest, endMs), 0) + WORD_MARGIN_MS };
}

function estimateTime({ startMs, endMs }: TranscriptSegment, [from, to]: readonly [number, number]): TimeRange {
  const duration = endMs - startMs;
  const margin = Math.max(MIN_MARGIN_MS, duration * MARGIN_FRACTION);
  return {
    startMs: Math.floor(Math.max(0, startMs - WORD_MARGIN_MS, startMs + from * duration - margin)),
    endMs: Math.ceil(Math.min(endMs + WORD_MARGIN_MS, startMs + to * duration + margin)),
  };
}

// Estimates how long the text takes to say, in letters.
function estimateSpokenLength(text: string): number {
  const placeholders = text.match(PLACEHOLDER)?.length ?? 0;
  const digits = text.match(/\d/g)?.length ?? 0;
  return text.length + digits * (LETTERS_PER_DIGIT - 1) + placeholders * LETTERS_PER_PLACEHOLDER;
}

interface LocatedWord {
  word: RecognizedWord;
  start: number;
  end: number;
}

// Locates recognized words in the text; undefined if they don't match it.
function locateWords(words: readonly RecognizedWord[], text: string): LocatedWord[] | undefined {
  const locatedWords: LocatedWord[] = [];
  let from = 0;
  for (const word of words) {
    const wordText = word.text.trim();
    const start = text.indexOf(wordText, from);
    if (start === -1) return undefined;
    from = start + wordText.length;
    locatedWords.push({ word, start, end: from });
  }
  return locatedWords;
}
