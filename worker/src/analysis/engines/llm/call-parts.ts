import type { TranscriptSegment } from '@ringwell/domain/calls/transcript';

import type { AnalysisResponse, DraftResponse } from './analysis-response';

// Parts smaller than this aren't worth a request.
const MIN_CHARACTERS = 6_000;
// Tokens reserved for the response.
const RESPONSE_TOKENS = 1_500;
// Minimum number of characters per token in English prose; a higher estimate could exceed the context.
const MIN_CHARACTERS_PER_TOKEN = 3.5;
// Maximum note size; several notes must fit in the space of one part.
const MAX_NOTE_SIZE = { summary: 600, points: 4, point: 200, steps: 4, step: 200, quote: 300 };

/** Thrown when a request exceeds the server's context. */
export class ContextExceededError extends Error {
  /**
   * @param tokens the server's context size, if known
   * @param failure thrown when the call can't be divided
   */
  constructor(
    private readonly tokens: number | undefined,
    private readonly request: { messages: readonly object[]; lines: readonly string[] },
    private readonly failure: Error,
  ) {
    super("The request is longer than the server's context.");
    this.name = 'ContextExceededError';
  }

  /** @throws the failure if the parts would be too small to judge */
  maxPartLength(): number {
    const divisibleLength = joinedLength(this.request.lines);
    const overhead = JSON.stringify(this.request.messages).length - divisibleLength;
    const readableLength =
      this.tokens === undefined ? Infinity : (this.tokens - RESPONSE_TOKENS) * MIN_CHARACTERS_PER_TOKEN - overhead;
    const length = Math.floor(Math.min(readableLength, divisibleLength / 2));
    if (length < MIN_CHARACTERS) throw this.failure;
    return length;
  }
}

/** One line per segment, with its index. Segments longer than a part span several lines. */
export function toLines(segments: readonly TranscriptSegment[], length = Infinity): string[] {
  return segments.flatMap(({ speaker, text }, index) =>
    splitText(text.replace(/\s+/g, ' '), length).map((piece) => `[${index}] ${speaker}: ${piece}`),
  );
}

/** Splits lines into parts up to this length, preferably at a speaker change in the second half of a part. */
export function splitIntoParts(lines: readonly string[], length: number): string[][] {
  const parts: string[][] = [];
  let part: string[] = [];
  for (const line of lines) {
    if (part.length > 0 && joinedLength(part) + line.length + 1 > length) {
      const end = findTurnEnd(part, line);
      parts.push(part.slice(0, end));
      part = part.slice(end);
    }
    part.push(line);
  }
  return [...parts, part];
}

/** Condenses the response about a part to one line with its segment numbers, for the request about the whole call. */
export function toNote({
  course: _,
  summary,
  points,
  next,
  ...judgment
}: DraftResponse & Partial<AnalysisResponse>): string {
  return JSON.stringify(
    {
      ...judgment,
      summary: summary.slice(0, MAX_NOTE_SIZE.summary),
      points: points.slice(0, MAX_NOTE_SIZE.points).map((point) => point.slice(0, MAX_NOTE_SIZE.point)),
      next: next
        .slice(0, MAX_NOTE_SIZE.steps)
        .map((step) => ({ ...step, what: step.what.slice(0, MAX_NOTE_SIZE.step) })),
    },
    (key, value: unknown) => (key === 'words' ? String(value).slice(0, MAX_NOTE_SIZE.quote) : value),
  );
}

/** Groups notes into parts. There are fewer groups than notes, even if the notes are too long to share a part. */
export function groupNotes(notes: readonly string[], length: number): string[][] {
  const groups = splitIntoParts(notes, length);
  const longest = Math.max(...notes.map((note) => note.length));
  return groups.length < notes.length ? groups : splitIntoParts(notes, 2 * (longest + 1));
}

function joinedLength(lines: readonly string[]): number {
  return lines.reduce((sum, line) => sum + line.length + 1, 0);
}

function findTurnEnd(part: readonly string[], nextLine: string): number {
  const speakers = [...part, nextLine].map((line) => /^\[\d+\] (\w+):/.exec(line)?.[1]);
  for (let end = part.length; end > part.length / 2; end -= 1) if (speakers[end] !== speakers[end - 1]) return end;
  return part.length;
}

function splitText(text: string, length: number): string[] {
  const pieces: string[] = [];
  let remaining = text;
  while (remaining.length > length / 2) {
    const space = remaining.lastIndexOf(' ', length / 2);
    const end = space > 0 ? space : Math.floor(length / 2);
    pieces.push(remaining.slice(0, end));
    remaining = remaining.slice(end).trimStart();
  }
  return [...pieces, remaining];
}
