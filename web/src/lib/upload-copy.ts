/** The fixed words about recordings that people upload. Tests read them from here. */
export const UPLOAD_COPY = {
  hint: 'MP3, WAV, M4A (max 50MB)',
  invalidType: { title: 'Invalid File Type', description: 'Please upload an audio file (MP3, WAV, etc.)' },
  tooLarge: { title: 'File Too Large', description: 'Please upload an audio file smaller than 50MB' },
  succeeded: 'Upload Successful!',
  failed: { title: 'Upload Failed', description: 'There was an error uploading your audio. Please try again.' },
  limitTitle: 'Demo Limit Reached',
  limit: 'You have reached your demo limit of 5 uploads. Contact an admin to activate your account.',
  demoOnly: 'Demo sandbox is only available for demo accounts',
  again: 'Try Another Upload',
  analyze: 'Analyze', analyzing: 'Analyzing...',
  /** Where a recording is: before the API has it, at each of the API's steps, and while the API cannot be asked. */
  steps: {
    sending: 'Sending', queued: 'Queued', transcribing: 'Transcribing', analysing: 'Analyzing', finished: 'Finished',
    unknown: 'Couldn\'t refresh. Retrying…',
  },
  left: (left: number, limit: number) => `${left} of ${limit} left`,
  results: 'Analysis Results', sample: 'Sample result',
  sandbox: 'Demo Sandbox',
  back: 'Back to Dashboard',
  upgrade: 'Upgrade to Full Account',
  lost: 'The upload broke off. Check your connection and try again.',
} as const;
