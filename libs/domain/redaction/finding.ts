/** Kinds of sensitive words. Their names appear in brackets in transcripts. */
export const SENSITIVE_KINDS = [
  'card number',
  'security code',
  'expiry date',
  'social security number',
  'routing number',
  'account number',
  'password',
  'code',
] as const;
export type SensitiveKind = (typeof SENSITIVE_KINDS)[number];

export interface Finding {
  kind: SensitiveKind;
  /** Index of the segment. */
  segment: number;
  /** Offsets in its text. */
  start: number;
  end: number;
}

/** Placeholder for removed words: `[card number]`. */
export function getPlaceholder(kind: SensitiveKind): string {
  return `[${kind}]`;
}

/** Matches a placeholder, with the kind as its group. */
export const PLACEHOLDER = new RegExp(`\\[(${SENSITIVE_KINDS.join('|')})\\]`, 'g');
