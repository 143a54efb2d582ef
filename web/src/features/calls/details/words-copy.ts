import { FORMER_MEMBER } from '@ringwell/domain/accounts/user-display-name';
import type { EditableField } from '@ringwell/domain/calls/word-edits';

import type { FullCall } from '../../../api/types';
import { EDIT_WORDS_COPY } from './edit-words-copy';

export const WORDS_COPY = {
  ...EDIT_WORDS_COPY,
  dialog: {
    title: 'Edit the summary and next step',
    text: "Your edits will replace the generated text everywhere, even after the call is reprocessed. Your outgoing webhook and ServiceTitan will be updated. Alerts won't be sent again.",
    summary: 'Summary',
    instruction: 'What to do next',
    instructionHint: 'One line that starts with a verb, such as “Refund the deposit; call today”.',
    missing: 'Enter text, or cancel.',
    save: 'Save',
    failed: "Couldn't save your edits. Please try again.",
  },
  booking: {
    label: 'Booked or not',
    failed: "Couldn't save the booking",
    openJob: 'Open the job',
  },
  asked: { label: 'Agent asked to book', failed: "Couldn't save whether the agent asked" },
  reached: { label: 'Reached or not', failed: "Couldn't save whether the call reached a person" },
  unknown: 'Not set',
  saved: 'Your edits have been saved',
  fields: {
    summary: 'Summary',
    instruction: 'What to do next',
    booking: 'Booked or not',
    asked: 'Agent asked to book',
    reached: 'Reached or not',
  },
  edited: (editor: string | null, date: string) =>
    `Details edited by ${editor ?? FORMER_MEMBER.toLowerCase()} on ${date}`,
  entry: (editor: string | null, date: string) => `${editor ?? FORMER_MEMBER}, ${date}`,
  restored: 'Original restored',
  original: (field: string) => `Original: ${field}`,
  none: 'None',
  restore: 'Restore the original',
  restoreFailed: "Couldn't restore the original",
  rewrite: {
    title: 'Rewrite the summary?',
    text: 'A language model will write a new summary from the corrected transcript. Edits will be kept.',
    confirm: 'Rewrite',
    pending: 'Requesting…',
    failed: "Couldn't rewrite the summary",
  },
  writing: 'Writing the summary…',
  written: 'The summary was rewritten.',
  unchanged: "The summary didn't change.",
} as const;

/** A field's value before it was edited: empty if it had none, null if it was never edited. */
export function getOriginalValue(words: NonNullable<FullCall['words']>, field: EditableField): string | null {
  const { originalSummary, originalInstruction, originalBooking, originalAsked, originalReached } = words;
  return {
    summary: originalSummary,
    instruction: originalInstruction,
    booking: originalBooking,
    asked: originalAsked,
    reached: originalReached,
  }[field];
}
