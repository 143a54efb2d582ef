import type { NamedAccount, NamedPerson } from '@ringwell/domain/company-or-person-name';
import type { MailLook } from '@ringwell/platform/mail/mail-style';

import type { CallBackNotice } from '../../delivery-channel';

export interface MailOccasion {
  productName: string;
  account: NamedAccount;
  owner: NamedPerson;
  recipient: string;
  /** Whether a member asked for the email, so that it does not only depend on the account's settings. */
  isOwnAlert: boolean;
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
  /** `plain` for a test. */
  look: MailLook;
  label: string;
  facts: readonly MailFact[];
  /** Lines of the summary. */
  summary: readonly string[];
  keyPoints: readonly string[];
  followUp: string | null;
  callBack: CallBackNotice | null;
  link: { url: string; text: string };
  reason: string;
}
