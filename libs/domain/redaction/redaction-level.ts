export const REDACTION_LEVELS = ['off', 'transcript', 'transcript_and_audio'] as const;
