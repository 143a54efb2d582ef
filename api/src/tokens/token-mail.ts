import type { NewMail } from '@ringwell/database/deliveries/mails.repository';
import type { Config } from '@ringwell/platform/config/environment-settings';
import { getPublicUrl } from '@ringwell/platform/config/public-url';

/**
 * Returns an email about a new token, in case the recipient didn't expect it.
 * @param accountName the account whose calls the token can read
 * @returns `undefined` if email is not set up
 */
export function tokenEmail(
  config: Pick<Config, 'PRODUCT_NAME' | 'PUBLIC_URL' | 'PORT' | 'SMTP_URL'>,
  recipient: string,
  { tokenName, accountName, isReadOnly }: { tokenName: string; accountName: string; isReadOnly: boolean },
): NewMail | undefined {
  if (config.SMTP_URL === undefined) return undefined;
  return {
    recipient,
    subject: `A ${config.PRODUCT_NAME} token was generated`,
    body:
      `The token "${tokenName}" was generated for the account ${accountName}. ` +
      `Anyone who has the token can read${isReadOnly ? '' : ', add and change'} the account's calls.\n\n` +
      'If you expected this, no action is needed.\n\n' +
      `If you didn't, ask your administrator to delete it:\n\n${getPublicUrl(config)}/tokens\n`,
  };
}
