/** What of an account's calls is redacted before it is stored. */
export const REDACTION_LEVELS = ['off', 'transcript'] as const;
export type RedactionLevel = (typeof REDACTION_LEVELS)[number];
