export const CALL_DETAILS_COPY = {
  notFound: { title: 'Call not found', text: 'It may belong to another account, or the link may be incomplete.' },
  notKept: 'Recording not saved',
  recordingExpired: 'This recording was deleted under your retention policy.',
  transcriptExpired: 'This transcript was deleted under your retention policy.',
  recordingGone: 'This recording is no longer available.',
  recordingNotLoaded: "Couldn't load the recording.",
  notPlayable: "This recording can't be played here.",
  reprocess: {
    question:
      'Reprocess this call? The new summary, label and transcript replace the current ones. ' +
      "You won't be charged, and no alerts go out.",
    succeeded: 'Call queued for reprocessing',
    failed: 'Failed to reprocess the call',
  },
  resend: { succeeded: 'Resending the message', failed: 'Failed to resend the message' },
} as const;
