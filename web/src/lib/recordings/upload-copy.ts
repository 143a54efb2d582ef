import { plural } from '../format/format';

export const UPLOAD_COPY = {
  hint: 'MP3, WAV, M4A (max 50MB)',
  invalidType: { title: 'Invalid File Type', description: 'Please upload an audio file (MP3, WAV, etc.)' },
  tooLarge: { title: 'File Too Large', description: 'Please upload an audio file smaller than 50MB' },
  succeeded: 'Upload Successful!',
  failed: { title: 'Upload Failed', description: 'There was an error uploading your audio. Please try again.' },
  about: {
    title: 'Upload a call',
    text: 'Add what you know about the call. You can change it later.',
    direction:
      "Calls shorter than the account's minimum length are skipped. Leave this set to Unknown to process calls of any length.",
    old: "A call from more than 3 days ago doesn't open a follow-up or send alerts. It still counts, and shows up in searches and under Customers.",
  },
  limitTitle: 'Demo Limit Reached',
  limit: 'You have reached your demo limit of 5 uploads. Contact an admin to activate your account.',
  again: 'Try Another Upload',
  analyze: 'Analyze',
  analyzing: 'Analyzing...',
  // The API's states, plus `sending` until it has received the recording and `unknown` while the state can't be loaded.
  steps: {
    sending: 'Sending',
    queued: 'Queued',
    transcribing: 'Transcribing',
    analysing: 'Analyzing',
    finished: 'Finished',
    unknown: "Couldn't refresh. Retrying…",
  },
  left: (remaining: number, limit: number) => `${remaining} of ${limit} left`,
  counts: (maxMinutes: number) =>
    `Recordings can be up to ${plural(maxMinutes, 'minute')} long. ` +
    "Every upload counts, even if we can't analyze it, unless the problem is on our side.",
  trial: (maxMinutes: number) =>
    `Recordings can be up to ${plural(maxMinutes, 'minute')} long. ` +
    'They count toward your minutes, but no notes or alerts go out.',
  sampleCounts: 'No recording handy? Try a sample. It counts as one of your uploads.',
  trialSample: 'No recording handy? Try a sample. It counts toward your minutes.',
  results: 'Analysis Results',
  sample: 'Sample result',
  sandbox: 'Demo Sandbox',
  back: 'Back to Dashboard',
  upgrade: 'Upgrade to Full Account',
  lost: 'The upload was interrupted. Check your connection and try again.',
} as const;
