export const DELETE_COPY = {
  title: 'Delete this call?',
  question: (seconds: number) =>
    `The recording, transcript, summary, links and messages will be deleted for everyone. You can undo this for ${seconds} seconds. Your usage and billing won't change.`,
  confirm: 'Delete call',
  failed: "Couldn't delete the call. Try again.",
  done: 'Call deleted',
  restored: 'Call restored',
  note: (kind: string, id: string) => `There's a note about this call in ServiceTitan, on ${kind} ${id}.`,
  noteStays: {
    job: "ServiceTitan doesn't let us remove job notes. Edit or remove it there.",
    customer: "ServiceTitan didn't give us the note's ID, so we can't remove it. Remove it there.",
  },
  removeNote: 'Remove the note, too',
  openJob: 'Open the job',
} as const;
