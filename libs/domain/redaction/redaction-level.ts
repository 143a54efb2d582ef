/** Which parts of an account's calls are redacted. */
export const REDACTION_LEVELS = ['off', 'transcript', 'transcript_and_audio'] as const;
export type RedactionLevel = (typeof REDACTION_LEVELS)[number];
