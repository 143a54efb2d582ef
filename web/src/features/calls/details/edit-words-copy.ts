/** Needed before the rest of `WORDS_COPY`, which loads with what is opened. */
export const EDIT_WORDS_COPY = {
  edit: { summary: 'Edit the summary', instruction: 'Edit what is to be done' },
  write: 'Write a summary',
} as const;
