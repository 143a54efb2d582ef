import type { NamedAccount } from '@ringwell/domain/account-display-name';
import type { Sentiment } from '@ringwell/domain/sentiment';

/** Whom a mail goes to, and why. */
export interface MailOccasion {
  productName: string;
  account: NamedAccount;
  /** The address. */
  recipient: string;
  unsubscribeUrl: string;
}

/** For example the number to call back. */
export interface MailFact {
  name: string;
  value: string;
  /** Where a click on the value leads. */
  url?: string;
}

/** A mail before it is written as text and as HTML. Every text is one line, without marks that could change how others read. */
export interface MailDraft {
  title: string;
  /** The label, and how the mail looks; null for a test. */
  sentiment: Sentiment | null;
  /** The words of the label. */
  label: string;
  facts: readonly MailFact[];
  summary: string;
  keyPoints: readonly string[];
  followUp: string | null;
  link: { url: string; text: string };
  /** Why the receiver gets it. */
  reason: string;
}
