import { SUMMARY_QUOTES } from '@ringwell/domain/analysis';
import type { CallDirection } from '@ringwell/domain/call';

import { plainQuotes, timedQuote } from '../../timed-quote';
import { passagesIn, type CallNote } from './note';
import type { Passage } from './passages';

const MAX_KEY_POINTS = 6;
const MIN_KEY_POINTS = 3;
const SPEAKER = { agent: 'Agent', customer: 'Customer', unknown: 'Said' } as const;
const REASON = { inbound: 'Why they called', outbound: 'Why we called', unknown: 'Reason' } as const;

export interface NoteLine {
  text: string;
  /** What it rests on; none for a heading. */
  passages: readonly Passage[];
}

export interface TimedPassage extends Passage {
  startMs: number;
}

/** The note before its quotes: why there was a call, then under each heading a line for each side in turn. */
export function noteLines({ reason, about, agreed, next }: CallNote, direction: CallDirection | undefined): NoteLine[] {
  const reasons = reason ? [{ text: `${REASON[direction ?? 'unknown']}: ${quoted(reason)}`, passages: [reason] }] : [];
  return [...reasons, ...under('Details', about), ...under('Outcome', agreed), ...under('Next', next)];
}

function under(heading: string, passages: readonly Passage[]): NoteLine[] {
  if (passages.length === 0) return [];
  const sides: Passage[][] = [];
  for (const passage of passages) {
    const last = sides[sides.length - 1];
    if (last?.[0]?.speaker === passage.speaker) last.push(passage);
    else sides.push([passage]);
  }
  return [
    { text: `${heading}:`, passages: [] },
    ...sides.map((side) => ({ text: `- ${speakerOf(side[0])}${side.map(quoted).join(' ')}`, passages: side })),
  ];
}

function speakerOf(passage: Passage | undefined): string {
  return passage === undefined || passage.speaker === 'unknown' ? '' : `${SPEAKER[passage.speaker]}: `;
}

/** The note with the quotes after it. */
export function summaryOf(lines: readonly NoteLine[], quotes: readonly TimedPassage[]): string {
  if (lines.length === 0) return 'Hardly anything was said on this call.';
  const timed = quotes.map(({ text, startMs }) => timedQuote(text, startMs));
  const inTheirWords = timed.length > 0 ? [`${SUMMARY_QUOTES} ${timed.join('; ')}.`] : [];
  return [...lines.map(({ text }) => text), ...inTheirWords].join('\n');
}

/** What the note has, and when that is little also the quotes after it. */
export function keyPoints(note: CallNote, quotes: readonly Passage[]): string[] {
  const noted = passagesIn(note);
  const points = noted.length < MIN_KEY_POINTS ? [...noted, ...quotes.filter((quote) => !isTold(quote, noted))] : noted;
  return attributed([...points].sort((a, b) => a.turn - b.turn).slice(0, MAX_KEY_POINTS));
}

/** Whether the passages have these words, or are part of them. */
export function isTold({ turn, text }: Pick<Passage, 'turn' | 'text'>, passages: readonly Passage[]): boolean {
  return passages.some((other) => other.turn === turn && (other.text.includes(text) || text.includes(other.text)));
}

/** Each passage with who says it. */
export function attributed(passages: readonly Passage[]): string[] {
  return passages.map((passage) => `${SPEAKER[passage.speaker]}: ${quoted(passage)}`);
}

export function quoted({ text }: Pick<Passage, 'text'>): string {
  return `"${plainQuotes(text)}"`;
}

/** A sentence that may end in a quoted one. */
export function stated(text: string): string {
  return /[.?!…]['"]*$/.test(text) ? text : `${text}.`;
}
