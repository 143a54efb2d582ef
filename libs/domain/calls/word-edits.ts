import { PERSON, type Analysis, type OriginalWords } from './analysis';
import { callLabel } from './call-label';
import { getWriter } from './call-words';

/** The words of a call that people can edit. */
export const EDITED_FIELDS = ['summary', 'instruction'] as const;
export type EditedField = (typeof EDITED_FIELDS)[number];

/** Maximum length of each text, in characters. */
export const MAX_EDIT_LENGTH: Record<EditedField, number> = { summary: 1_000, instruction: 200 };

/** New texts; null restores the original, and a missing field stays unchanged. */
export type WordEdits = Partial<Record<EditedField, string | null>>;

type Editable = Pick<Analysis, 'writer' | 'summary' | 'keyPoints' | 'followUp'> & {
  engine?: string;
  originalWords?: OriginalWords | null;
};

/** Whether the customer needs something done, so that there is an instruction. */
export function hasInstruction(analysis: Pick<Analysis, 'sentiment' | 'needsReview' | 'followUp'>): boolean {
  return analysis.followUp.needed || callLabel(analysis) === 'negative';
}

/** Texts that people have written, by field; empty without edits. */
export function getEdits({ originalWords, summary, followUp }: Editable): WordEdits {
  return {
    ...(originalWords?.summary && { summary }),
    ...(originalWords?.instruction !== undefined && { instruction: followUp.what ?? null }),
  };
}

/** Replaces words with a person's texts, and keeps the original. */
export function withEdits<T extends Editable>(analysis: T, { summary, instruction }: WordEdits): T {
  const withSummary = summary === undefined ? analysis : withSummaryEdit(analysis, summary);
  return instruction === undefined ? withSummary : withInstructionEdit(withSummary, instruction);
}

/** Restores the original words. */
export function withoutEdits<T extends Editable>(analysis: T): T {
  return withEdits(analysis, { summary: null, instruction: null });
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
    // Without a writer, earlier versions stored notes of the built-in judge here.
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
