/** Copy for the edit buttons. The rest of `WORDS_COPY` loads with the dialogs. */
export const EDIT_WORDS_COPY = {
  edit: { summary: 'Edit the summary', instruction: 'Edit what to do next' },
  write: 'Write a summary',
} as const;
