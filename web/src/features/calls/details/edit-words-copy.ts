/** Copy for the edit buttons. The rest of `WORDS_COPY` loads on demand. */
export const EDIT_WORDS_COPY = {
  edit: { summary: 'Edit the summary', instruction: 'Edit what to do next' },
  write: 'Write a summary',
} as const;
