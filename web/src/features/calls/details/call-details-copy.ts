export const CALL_DETAILS_COPY = {
  notFound: { title: 'Call not found', text: 'It may belong to another account, or the link may be incomplete.' },
  notKept: 'Recording not saved',
  recordingExpired: 'This recording was deleted under your retention policy.',
  transcriptExpired: 'This transcript was deleted under your retention policy.',
  recordingWithheld: 'You can play this recording once a tone replaces card numbers and other secrets in it.',
  recordingNotRedacted:
    "You can't play this recording, because card numbers and other secrets in it couldn't be replaced with a tone. " +
    'Reprocess the call.',
  tones: (places: number) =>
    places === 1
      ? "In one place in the recording, you'll hear a tone instead of a card number or another secret."
      : `In ${places} places in the recording, you'll hear a tone instead of card numbers and other secrets.`,
  recordingGone: 'This recording is no longer available.',
  recordingNotLoaded: "Couldn't load the recording.",
  notPlayable: "This recording can't be played here. Reprocess the call to get a copy that can.",
  quality: {
    good: { name: 'Good', text: 'Most words should be right.' },
    fair: { name: 'Fair', text: 'Expect some wrong words.' },
    poor: { name: 'Poor', text: 'Too many wrong words to judge the call.' },
    unknown: { name: 'Not measured', text: "We don't know how sure the engine was of these words." },
  },
  reprocess: {
    question:
      'Reprocess this call? The new summary, label and transcript replace the current ones. Corrections and edits are kept, ' +
      "except for words corrected in the transcript of a recording. You won't be charged, and no alerts go out.",
    discardEdits: 'Also replace the edited summary and next step (they stay in the history)',
  },
  edit: {
    title: 'Edit details',
  },
  correction: {
    word: 'Correct a word',
    failed: "Couldn't save the correction. Please try again.",
    offerText: 'Future transcripts and summaries will be more likely to get it right.',
  },
  share: {
    title: 'Share this call',
    text: 'Anyone with the link can open it without signing in, until it expires or you revoke it.',
    scopes: { summary: 'Summary only', clip: 'A clip', whole: 'Whole call' },
    forTechnician: 'Copy link for a technician',
    createdAndCopied: "Link created and copied. It's shown only once.",
    badTime: 'Enter a time such as 1:05.',
    badOrder: 'The clip must end after it starts.',
    tooLong: (minutes: number) => `A clip can be at most ${minutes} minutes long. Share the whole call instead.`,
    revoked: "The link doesn't work anymore.",
    none: 'No links to this call.',
  },
} as const;
