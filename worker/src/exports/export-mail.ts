import type { NewMail } from '@ringwell/database/deliveries/mails.repository';
import { EXPORT_DAYS } from '@ringwell/domain/calls/account-export';

import { noticeMail, type NoticeFacts } from '../mail/notice-mail';

export interface ExportMailFacts extends NoticeFacts {
  failure?: string;
}

/** Notifies the requester that an export is ready or failed. The link opens the app, not the file. */
export function exportEmail(facts: ExportMailFacts): Omit<NewMail, 'recipient'> {
  const { productName, publicUrl, accountName, failure } = facts;
  const page = `${publicUrl}/settings/data#privacy`;
  const text =
    failure === undefined
      ? `Your export of ${accountName} is ready. Sign in as an owner of the account to ` +
        `download it within ${EXPORT_DAYS} days: ${page}`
      : `Your export of ${accountName} failed. ${failure} ${page}`;
  const warning = "If you didn't ask for it, sign in, delete the export and change your password.";
  const subject = failure === undefined ? `Your ${productName} export is ready` : `Your ${productName} export failed`;
  return noticeMail(facts, subject, failure === undefined ? [text, warning] : [text]);
}
