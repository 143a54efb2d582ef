import { PERSON, type Analysis, type OriginalWords } from './analysis';
import type { Booking } from './booking';
import { callLabel } from './call-label';
import { getWriter } from './call-words';

/** The call texts that users can edit. */
export const TEXT_FIELDS = ['summary', 'instruction'] as const;
export type TextField = (typeof TEXT_FIELDS)[number];

/** What users can edit on a call, besides its label. */
export const EDITED_FIELDS = [...TEXT_FIELDS, 'booking'] as const;
export type EditedField = (typeof EDITED_FIELDS)[number];

/** Maximum length of each text, in characters. */
export const MAX_EDIT_LENGTH: Record<TextField, number> = { summary: 1_000, instruction: 200 };

/** New values; null restores the original, and missing fields stay unchanged. */
export type WordEdits = Partial<Record<TextField, string | null> & { booking: Booking | null }>;

type Editable = Pick<Analysis, 'writer' | 'summary' | 'keyPoints' | 'followUp' | 'booking'> & {
  engine?: string;
  originalWords?: OriginalWords | null;
};

/** Whether the customer needs something done, so there's an instruction. */
export function hasInstruction(analysis: Pick<Analysis, 'sentiment' | 'needsReview' | 'followUp'>): boolean {
  return analysis.followUp.needed || callLabel(analysis) === 'negative';
}

/** Users' texts by field; empty without edits. */
export function getEdits({ originalWords, summary, followUp, booking }: Editable): WordEdits {
  return {
    ...(originalWords?.summary && { summary }),
    ...(originalWords?.instruction !== undefined && { instruction: followUp.what ?? null }),
    ...(originalWords?.booking !== undefined && { booking: booking ?? null }),
  };
}

/** Replaces text with a user's edits, and keeps the original. */
export function withEdits<T extends Editable>(analysis: T, { summary, instruction, booking }: WordEdits): T {
  const withBooking = booking === undefined ? analysis : withBookingEdit(analysis, booking);
  const withSummary = summary === undefined ? withBooking : withSummaryEdit(withBooking, summary);
  return instruction === undefined ? withSummary : withInstructionEdit(withSummary, instruction);
}

export function withoutEdits<T extends Editable>(analysis: T): T {
  return withEdits(analysis, { summary: null, instruction: null, booking: null });
}

function withBookingEdit<T extends Editable>(analysis: T, booking: Booking | null): T {
  const { booking: edited, ...others } = analysis.originalWords ?? {};
  if (booking === null)
    return edited === undefined ? analysis : { ...analysis, booking: edited, originalWords: others };
  return {
    ...analysis,
    booking,
    originalWords: { ...others, booking: edited === undefined ? (analysis.booking ?? null) : edited },
  };
}

function withSummaryEdit<T extends Editable>(analysis: T, text: string | null): T {
  const { summary: edited, ...others } = analysis.originalWords ?? {};
  const { writer, summary, keyPoints } = analysis;
  const original = edited ?? { writer, summary, keyPoints };
  if (text === null && !edited) return analysis;
  if (text === null) return { ...analysis, ...original, originalWords: others };
  return {
    ...analysis,
    writer: PERSON,
    summary: text,
    // Without a writer, earlier versions stored the built-in judge's notes here.
    keyPoints: getWriter({ ...analysis, ...original }) === null ? [] : original.keyPoints,
    originalWords: { ...others, summary: original },
  };
}

function withInstructionEdit<T extends Editable>(analysis: T, text: string | null): T {
  const { instruction: edited, ...others } = analysis.originalWords ?? {};
  const { what, ...followUp } = analysis.followUp;
  if (text === null && edited === undefined) return analysis;
  const original = edited === undefined ? (what ?? null) : edited;
  const shown = text ?? original;
  return {
    ...analysis,
    followUp: { ...followUp, ...(shown !== null && { what: shown }) },
    originalWords: text === null ? others : { ...others, instruction: original },
  };
}
