import type { NewMail } from '@ringwell/database/deliveries/mails.repository';

export interface NoticeFacts {
  productName: string;
  publicUrl: string;
  accountName: string;
  /** The recipient's first name, if known. */
  firstName: string | null;
}

/** A plain text email from the product. */
export function noticeMail(
  { productName, firstName }: NoticeFacts,
  subject: string,
  paragraphs: readonly string[],
): Omit<NewMail, 'recipient'> {
  const salutation = firstName ? `Hi ${firstName},` : 'Hi,';
  return { replyTo: null, subject, body: [salutation, ...paragraphs, `--\n${productName}\n`].join('\n\n') };
}
