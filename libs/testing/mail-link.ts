import { MAIL_LINK, type Mail } from '@ringwell/database/deliveries/mail.entity';
import { SEALED_FIELDS } from '@ringwell/database/sealed-fields';
import { SecretBox } from '@ringwell/platform/crypto/secret-box';

import type { TestApi } from './start-api';

/** Returns the link that the worker would insert into the only email. */
export function findMailLink(api: TestApi, emails: readonly Mail[]): string {
  const [mail] = emails;
  if (emails.length !== 1 || !mail?.sealedLink || !mail.body.includes(MAIL_LINK))
    throw new Error(`Expected exactly one email with a link: ${JSON.stringify(emails.map(({ subject }) => subject))}`);
  return api.app.get(SecretBox, { strict: false }).open(mail.sealedLink, SEALED_FIELDS.mailLink(mail.id));
}
