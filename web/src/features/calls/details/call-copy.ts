/** The fixed words about one call. Tests read them from here. */
export const CALL_COPY = {
  notFound: { title: 'No such call', text: 'It may belong to another account, or the link is incomplete.' },
  notKept: 'Recording not kept',
  recordingExpired: 'The recording was removed: recordings are kept for a limited time.',
  transcriptExpired: 'The transcript was removed: transcripts are kept for a limited time.',
  recordingGone: 'This recording is no longer available.',
  recordingNotLoaded: "Couldn't load the recording.",
  notPlayable: 'This recording cannot be played here.',
  reprocess: {
    question:
      'Process this call again? Its summary, label and transcript are replaced once the new ones are there. It is not billed again, and nobody is alerted again.',
    succeeded: 'The call is in line to be processed again',
    failed: 'Failed to process the call again',
  },
  resend: { succeeded: 'The message is on its way again', failed: 'Failed to send the message again' },
} as const;
