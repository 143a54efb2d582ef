import type { Config } from './environment-settings';

/**
 * Whether addresses outside an account must be confirmed before they receive emails about its calls. Requires a mail
 * server.
 */
export function requiresAddressConfirmation({
  SMTP_URL,
  CONFIRM_ALERT_ADDRESSES,
}: Partial<Pick<Config, 'SMTP_URL' | 'CONFIRM_ALERT_ADDRESSES'>>): boolean {
  return SMTP_URL !== undefined && CONFIRM_ALERT_ADDRESSES === 'on';
}
