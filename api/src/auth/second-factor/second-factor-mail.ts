import type { NewMail } from '@ringwell/database/deliveries/mails.repository';
import type { Config } from '@ringwell/platform/config/environment-settings';
import { getPublicUrl } from '@ringwell/platform/config/public-url';

export type SecondFactorChange =
  | { kind: 'app_added' | 'app_removed' | 'codes_renewed' | 'restored' }
  | { kind: 'passkey_added' | 'passkey_removed'; name: string };

/**
 * Notifies users of a change to their sign-in, in case someone else made it.
 * @returns `undefined` if email is not set up, or the user has no address
 */
export function secondFactorEmail(
  config: Pick<Config, 'PRODUCT_NAME' | 'PUBLIC_URL' | 'PORT' | 'SMTP_URL'>,
  recipient: string | null,
  change: SecondFactorChange,
): NewMail | undefined {
  if (config.SMTP_URL === undefined || recipient === null) return undefined;
  const { PRODUCT_NAME: product } = config;
  return {
    recipient,
    subject: `Two-step verification was changed for your ${product} account`,
    body:
      `${describeChange(change)}\n\n` +
      'If that was you, no action is needed.\n\n' +
      `If it wasn't, choose a new password right away, and tell your administrator:\n\n${getPublicUrl(config)}/account\n`,
  };
}

function describeChange(change: SecondFactorChange): string {
  switch (change.kind) {
    case 'app_added':
      return 'An authenticator app was added to your account.';
    case 'app_removed':
      return 'The authenticator app was removed from your account.';
    case 'passkey_added':
      return `The passkey "${change.name}" was added to your account.`;
    case 'passkey_removed':
      return `The passkey "${change.name}" was removed from your account.`;
    case 'codes_renewed':
      return 'New recovery codes were created for your account. The old ones no longer work.';
    case 'restored':
      return 'An operator removed two-step verification from your account and signed you out everywhere.';
  }
}
