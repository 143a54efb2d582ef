export const DELETE_COPY = {
  title: 'Delete this call?',
  question: (seconds: number) =>
    `The recording, transcript, summary, links and messages are deleted for everyone. You can undo this for ${seconds} seconds. Usage and bills stay as they are.`,
  confirm: 'Delete call',
  pending: 'Deleting…',
  failed: "Couldn't delete the call. Try again.",
  done: 'Call deleted',
  undo: 'Undo',
  restored: 'Call restored',
  notRestored: "Couldn't restore the call",
  note: (kind: string, id: string) =>
    kind === 'job'
      ? `A note about this call is in ServiceTitan, at job ${id}. ServiceTitan doesn't let us remove notes of jobs. Edit or remove it there.`
      : `A note about this call is in ServiceTitan, at customer ${id}. It stays there. Remove it in ServiceTitan if it should go, too.`,
  openJob: 'Open the job',
} as const;
