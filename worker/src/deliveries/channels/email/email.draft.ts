import type { NamedAccount, NamedPerson } from '@ringwell/domain/accounts/company-or-person-name';
import type { MailFact } from '@ringwell/platform/mail/mail-page';
import type { MailTheme } from '@ringwell/platform/mail/mail-style';

import type { CallBackNotice } from '../../delivery-channel';

export interface MailContext {
  productName: string;
  account: NamedAccount;
  owner: NamedPerson;
  recipient: string;
  /** Whether a member asked for the email, regardless of the account's settings. */
  isMemberAlert: boolean;
  unsubscribeUrl: string;
}

/** Rendered as text and as HTML. All strings are single lines without control characters. */
export interface MailDraft {
  title: string;
  /** `plain` for a test. */
  look: MailTheme;
  label: string;
  facts: readonly MailFact[];
  /** The customer's urgent statements, which come first. */
  flags: readonly string[];
  /** The beginning of the summary, as much as fits on the first screen of a phone. */
  lead: readonly string[];
  remainingLines: readonly string[];
  keyPoints: readonly string[];
  followUp: string | null;
  /** URL to call the customer, for an alert or a follow-up with a link. */
  callUrl: string | null;
  callBack: CallBackNotice | null;
  link: { url: string; text: string };
  reason: string;
}
