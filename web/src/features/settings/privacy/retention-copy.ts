import { plural } from '../../../lib/format/format';

const formatDays = (count: number): string => plural(count, 'day');

export const RETENTION_COPY = {
  title: 'How long calls are kept',
  recordings: 'Keep recordings for',
  transcripts: 'Keep transcripts for',
  recordingsHint: 'Counted from when the call came in. Leave empty to keep them as long as this installation does.',
  transcriptsHint: 'Transcripts and quotes. Summaries, labels and numbers stay.',
  invalid: 'Enter a whole number of days, or leave it empty.',
  keptRecordings: (count: number | null) =>
    count === null
      ? 'Recordings are kept until you delete the call.'
      : `Recordings are deleted ${formatDays(count)} after the call comes in.`,
  keptTranscripts: (count: number | null) =>
    count === null
      ? 'Transcripts are kept until you delete the call.'
      : `Transcripts are deleted ${formatDays(count)} after the call comes in.`,
  installationLimit: (content: string, count: number) =>
    `This installation keeps ${content} for ${formatDays(count)}. The shorter time applies.`,
  ownersOnly: 'Only owners of the account can change this.',
  save: 'Save',
  saving: 'Saving…',
  previewFailed: "Couldn't count the calls that this would delete. Nothing was changed. Please try again.",
  confirm: {
    title: 'Delete older recordings and transcripts?',
    question: ({ recordings, transcripts }: { recordings: number; transcripts: number }) =>
      `This will delete ${[
        recordings > 0 && `the recordings of ${plural(recordings, 'call')}`,
        transcripts > 0 && `the transcripts of ${plural(transcripts, 'call')}`,
      ]
        .filter(Boolean)
        .join(' and ')} within an hour. You can't undo this.`,
    action: 'Save and delete',
    notSaved: "It wasn't saved. Please try again.",
  },
} as const;
