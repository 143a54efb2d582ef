import type { NewMail } from '@ringwell/database/deliveries/mails.repository';
import { EXPORT_DAYS } from '@ringwell/domain/calls/account-export';

export interface ExportMailFacts {
  productName: string;
  publicUrl: string;
  firstName: string | null;
  accountName: string;
  failure?: string;
}

/** Notifies the requester that an export is ready or failed. The link opens the app, not the file. */
export function exportEmail({ productName, publicUrl, ...facts }: ExportMailFacts): Omit<NewMail, 'recipient'> {
  const { firstName, accountName, failure } = facts;
  const page = `${publicUrl}/settings/data#privacy`;
  const text =
    failure === undefined
      ? `Your export of ${accountName} is ready. Sign in as an owner of the account to ` +
        `download it within ${EXPORT_DAYS} days: ${page}`
      : `Your export of ${accountName} failed. ${failure} ${page}`;
  const body = [
    firstName ? `Hi ${firstName},` : 'Hi,',
    '',
    text,
    '',
    ...(failure === undefined
      ? ["If you didn't ask for it, sign in, delete the export and change your password.", '']
      : []),
    '--',
    productName,
    '',
  ];
  const subject = failure === undefined ? `Your ${productName} export is ready` : `Your ${productName} export failed`;
  return { replyTo: null, subject, body: body.join('\n') };
}
