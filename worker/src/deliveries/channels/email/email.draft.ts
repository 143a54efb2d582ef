import type { NamedAccount } from '@ringwell/domain/account-name';
import type { Sentiment } from '@ringwell/domain/sentiment';

/** The recipient of an email, and the account it is about. */
export interface MailOccasion {
  productName: string;
  account: NamedAccount;
  /** Email address. */
  recipient: string;
  unsubscribeUrl: string;
}

/** A row of the table above the summary, for example the phone number. */
export interface MailFact {
  name: string;
  value: string;
  /** Makes the value a link. */
  url?: string;
}

/** The contents of an email, which is rendered as text and as HTML. Every text is one line without control characters. */
export interface MailDraft {
  title: string;
  /** Chooses the colors; null for a test. */
  sentiment: Sentiment | null;
  label: string;
  facts: readonly MailFact[];
  summary: string;
  keyPoints: readonly string[];
  followUp: string | null;
  link: { url: string; text: string };
  /** Why the recipient gets this email. */
  reason: string;
}
