import { PERSON_WRITER, type Analysis, type OriginalWords } from './analysis';
import { OUTCOME_FIELDS, type CallOutcome } from './booking';

export const TEXT_FIELDS = ['summary', 'instruction'] as const;
export type TextField = (typeof TEXT_FIELDS)[number];

/** What users can edit on a call, besides its label. */
export const EDITABLE_FIELDS = [...TEXT_FIELDS, ...OUTCOME_FIELDS] as const;
export type EditableField = (typeof EDITABLE_FIELDS)[number];

/** Names of the fields for use in a sentence. */
export const EDITABLE_FIELD_NAMES: Record<EditableField, string> = {
  summary: 'summary',
  instruction: 'instruction',
  booking: 'booking',
  asked: 'asked-to-book status',
  reached: 'reached status',
};

export const MAX_EDIT_LENGTH: Record<TextField, number> = { summary: 1_000, instruction: 200 };

/** New values; null restores the original. Omitted fields stay unchanged. */
export type WordEdits = Partial<Record<TextField, string | null> & CallOutcome>;

type Editable = Pick<Analysis, 'writer' | 'summary' | 'keyPoints' | 'followUp' | keyof CallOutcome> & {
  originalWords?: OriginalWords | null;
};

/** Returns users' edits by field; empty if there are none. */
export function getEdits({ originalWords, summary, followUp, ...outcome }: Editable): WordEdits {
  const edited = OUTCOME_FIELDS.filter((field) => originalWords?.[field] !== undefined);
  return {
    ...(originalWords?.summary && { summary }),
    ...(originalWords?.instruction !== undefined && { instruction: followUp.what ?? null }),
    ...Object.fromEntries(edited.map((field) => [field, outcome[field] ?? null])),
  };
}

/** Applies a user's edits, and keeps the originals. */
export function withEdits<T extends Editable>(analysis: T, { summary, instruction, ...outcome }: WordEdits): T {
  const withOutcome = OUTCOME_FIELDS.reduce(
    (edited, field) => withOutcomeEdit(edited, field, outcome[field]),
    analysis,
  );
  const withSummary = summary === undefined ? withOutcome : withSummaryEdit(withOutcome, summary);
  return instruction === undefined ? withSummary : withInstructionEdit(withSummary, instruction);
}

export function withoutEdits<T extends Editable>(analysis: T): T {
  return withEdits(analysis, Object.fromEntries(EDITABLE_FIELDS.map((field) => [field, null])));
}

function withOutcomeEdit<T extends Editable>(analysis: T, field: keyof CallOutcome, value?: string | null): T {
  const { [field]: original, ...otherOriginals } = analysis.originalWords ?? {};
  if (value === undefined || (value === null && original === undefined)) return analysis;
  if (value === null) return { ...analysis, [field]: original, originalWords: otherOriginals };
  const originalValue = original === undefined ? (analysis[field] ?? null) : original;
  return { ...analysis, [field]: value, originalWords: { ...otherOriginals, [field]: originalValue } };
}

function withSummaryEdit<T extends Editable>(analysis: T, text: string | null): T {
  const { summary: storedOriginal, ...otherOriginals } = analysis.originalWords ?? {};
  const { writer, summary, keyPoints } = analysis;
  const original = storedOriginal ?? { writer, summary, keyPoints };
  if (text === null && !storedOriginal) return analysis;
  if (text === null) return { ...analysis, ...original, originalWords: otherOriginals };
  return {
    ...analysis,
    writer: PERSON_WRITER,
    summary: text,
    keyPoints: original.writer === null ? [] : original.keyPoints,
    originalWords: { ...otherOriginals, summary: original },
  };
}

function withInstructionEdit<T extends Editable>(analysis: T, text: string | null): T {
  const { instruction: storedOriginal, ...otherOriginals } = analysis.originalWords ?? {};
  const { what, ...followUp } = analysis.followUp;
  if (text === null && storedOriginal === undefined) return analysis;
  const original = storedOriginal === undefined ? (what ?? null) : storedOriginal;
  const instruction = text ?? original;
  return {
    ...analysis,
    followUp: { ...followUp, ...(instruction !== null && { what: instruction }) },
    originalWords: text === null ? otherOriginals : { ...otherOriginals, instruction: original },
  };
}
