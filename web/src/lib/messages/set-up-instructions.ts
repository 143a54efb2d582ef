import type { ChannelUnavailableCode } from '@ringwell/domain/errors/error-codes';

/** Shown to administrators instead of the API's message when the server isn't set up for a channel. */
export const SET_UP_INSTRUCTIONS = {
  MAIL_UNAVAILABLE:
    'Set SMTP_URL, MAIL_FROM and SUPPORT_EMAIL to send email. See docs/connect/sign-in-mail-payments.md.',
  SERVICETITAN_UNAVAILABLE:
    'Set SERVICETITAN_APP_KEY to connect to ServiceTitan. See docs/connect/sign-in-mail-payments.md.',
} as const satisfies Partial<Record<ChannelUnavailableCode, string>>;
