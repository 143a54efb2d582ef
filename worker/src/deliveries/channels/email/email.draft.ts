import type { NamedAccount } from '@ringwell/domain/company-or-person-name';
import type { Sentiment } from '@ringwell/domain/sentiment';

export interface MailOccasion {
  productName: string;
  account: NamedAccount;
  recipient: string;
  unsubscribeUrl: string;
}

export interface MailFact {
  name: string;
  value: string;
  url?: string;
}

/** Rendered as text and as HTML. Every text is one line without control characters. */
export interface MailDraft {
  title: string;
  /** `null` for a test. */
  sentiment: Sentiment | null;
  label: string;
  facts: readonly MailFact[];
  summary: string;
  keyPoints: readonly string[];
  followUp: string | null;
  link: { url: string; text: string };
  reason: string;
}
