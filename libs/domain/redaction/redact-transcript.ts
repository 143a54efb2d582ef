import type { RecognizedWord, TranscriptSegment } from '../transcript';
import { findSensitive } from './find-sensitive';
import { placeholderOf, type Finding } from './finding';

/** A part of the recording, in milliseconds from its beginning. */
export interface TimeRange {
  startMs: number;
  endMs: number;
}

export interface RedactedSegments {
  /** With `[card number]` and the like instead of what was found. Words of their own are left out where it was found. */
  segments: TranscriptSegment[];
  /** When it was said, in order; ranges do not overlap. */
  ranges: TimeRange[];
}

// Around words whose times an engine gives.
const WORD_MARGIN_MS = 150;
// Around times that follow from the place in the text, as a share of the segment and at least.
const SHARE_MARGIN = 0.1;
const LEAST_MARGIN_MS = 600;
// Ranges that are closer than this become one.
const JOIN_MS = 500;

/** Removes what `findSensitive` finds, and tells when it was said. */
export function redactSegments(segments: readonly TranscriptSegment[]): RedactedSegments {
  const bySegment = new Map<number, Finding[]>();
  for (const finding of findSensitive(segments)) {
    const found = bySegment.get(finding.segment);
    if (found) found.push(finding);
    else bySegment.set(finding.segment, [finding]);
  }
  return {
    segments: segments.map((segment, index) => {
      const findings = bySegment.get(index);
      if (!findings) return segment;
      const { words: _, ...rest } = segment;
      return { ...rest, text: replaced(segment.text, findings) };
    }),
    ranges: joined([...bySegment].flatMap(([index, findings]) => timesOf(segments[index]!, findings))),
  };
}

/** The same for a text of one person, such as a customer's name. */
export function redactText(text: string): string {
  const findings = findSensitive([{ speaker: 'unknown', text }]);
  return findings.length === 0 ? text : replaced(text, findings);
}

function replaced(text: string, findings: readonly Finding[]): string {
  let result = '';
  let from = 0;
  for (const { kind, start, end } of findings) {
    result += text.slice(from, start) + placeholderOf(kind);
    from = end;
  }
  return result + text.slice(from);
}

/** @param findings in the order of speech */
function timesOf(segment: TranscriptSegment, findings: readonly Finding[]): TimeRange[] {
  const words = segment.words && placedWords(segment.words, segment.text);
  let next = 0;
  return findings.map((finding) => {
    const said: RecognizedWord[] = [];
    if (words) {
      while (next < words.length && words[next]!.end <= finding.start) next += 1;
      for (let at = next; at < words.length && words[at]!.start < finding.end; at += 1) said.push(words[at]!);
    }
    return said.length > 0 ? timeOfWords(said) : timeByPlace(segment, finding);
  });
}

function timeOfWords(words: readonly RecognizedWord[]): TimeRange {
  const startMs = Math.max(0, words[0]!.startMs - WORD_MARGIN_MS);
  return { startMs, endMs: words.reduce((latest, { endMs }) => Math.max(latest, endMs), 0) + WORD_MARGIN_MS };
}

function timeByPlace({ startMs, endMs, text }: TranscriptSegment, { start, end }: Finding): TimeRange {
  const duration = endMs - startMs;
  const margin = Math.max(LEAST_MARGIN_MS, duration * SHARE_MARGIN);
  return {
    startMs: Math.max(0, startMs - WORD_MARGIN_MS, startMs + Math.floor((start / text.length) * duration - margin)),
    endMs: Math.min(endMs + WORD_MARGIN_MS, startMs + Math.ceil((end / text.length) * duration + margin)),
  };
}

// Words with their places in the text; undefined when they are not those of the text.
function placedWords(
  words: readonly RecognizedWord[],
  text: string,
): (RecognizedWord & { start: number; end: number })[] | undefined {
  const placed: (RecognizedWord & { start: number; end: number })[] = [];
  let from = 0;
  for (const word of words) {
    const start = text.indexOf(word.text.trim(), from);
    if (start === -1) return undefined;
    from = start + word.text.trim().length;
    placed.push({ ...word, start, end: from });
  }
  return placed;
}

function joined(ranges: TimeRange[]): TimeRange[] {
  const result: TimeRange[] = [];
  for (const range of ranges.sort((a, b) => a.startMs - b.startMs)) {
    const last = result.at(-1);
    if (last && range.startMs - last.endMs <= JOIN_MS) last.endMs = Math.max(last.endMs, range.endMs);
    else result.push({ ...range });
  }
  return result;
}
