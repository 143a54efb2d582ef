import type { NewMail } from '@ringwell/database/deliveries/mails.repository';
import type { Config } from '@ringwell/platform/config/environment-settings';
import { getPublicUrl } from '@ringwell/platform/config/public-url';

/**
 * Tells users that they can now sign in through the provider, in case someone else obtained their address there.
 * @returns `undefined` if email is not set up
 */
export function providerLinkedEmail(
  config: Pick<Config, 'PRODUCT_NAME' | 'PUBLIC_URL' | 'PORT' | 'SMTP_URL'>,
  recipient: string,
  providerName: string,
): NewMail | undefined {
  if (config.SMTP_URL === undefined) return undefined;
  const { PRODUCT_NAME: product } = config;
  return {
    recipient,
    subject: `You can now sign in to ${product} with ${providerName}`,
    body:
      `Someone signed in to your ${product} account with ${providerName} for the first time. From now on, signing in ` +
      `with ${providerName} replaces your password and two-step verification.\n\n` +
      'If that was you, no action is needed.\n\n' +
      `If it wasn't, sign out everywhere else right away, and tell your administrator:\n\n${getPublicUrl(config)}/account\n`,
  };
}
