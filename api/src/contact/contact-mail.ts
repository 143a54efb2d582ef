import type { NewMail } from '@ringwell/database/deliveries/mails.repository';

import type { ContactMessageDto } from './dto/contact.dto';

/** A message of the contact form as a mail that can be answered. */
export function contactMail({
  name,
  email,
  phone,
  company,
  message,
}: Omit<ContactMessageDto, 'website'>): Omit<NewMail, 'recipient'> {
  const sender = [
    ['Name', name],
    ['Email', email],
    ['Phone', phone],
    ['Company', company],
  ].flatMap(([label, value]) => (value ? [`${label}: ${value}`] : []));
  return { replyTo: email, subject: `Contact form: ${name}`, body: [message, '', '--', ...sender, ''].join('\n') };
}
