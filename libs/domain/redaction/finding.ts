/** Kinds of sensitive details. Their names appear in brackets in transcripts. */
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
  /** Segment index. */
  segment: number;
  /** Offsets within its text. */
  start: number;
  end: number;
}

export function getPlaceholder(kind: SensitiveKind): string {
  return `[${kind}]`;
}

/** Matches a placeholder, with the kind as its group. */
export const PLACEHOLDER = new RegExp(`\\[(${SENSITIVE_KINDS.join('|')})\\]`, 'g');
