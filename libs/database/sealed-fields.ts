/**
 * The context that each sealed value is bound to: its column and row. A value copied to another row or column does not
 * open.
 */
export const SEALED_FIELDS = {
  callRecordingUrl: (callId: string): string => `calls.recording_url:${callId}`,
  callCallbackUrl: (callId: string): string => `calls.callback_url:${callId}`,
  slackBotToken: (accountId: string): string => `account_settings.slack_bot_token:${accountId}`,
  teamsWebhookUrl: (accountId: string): string => `account_settings.teams_webhook_url:${accountId}`,
  googleChatWebhookUrl: (accountId: string): string => `account_settings.google_chat_webhook_url:${accountId}`,
  serviceTitanClientSecret: (accountId: string): string => `account_settings.service_titan_client_secret:${accountId}`,
  webhookUrl: (accountId: string): string => `account_settings.webhook_url:${accountId}`,
  webhookSecret: (accountId: string): string => `account_settings.webhook_secret:${accountId}`,
  totpSecret: (userId: string): string => `totp_factors.secret:${userId}`,
  mailLink: (mailId: string): string => `mails.link:${mailId}`,
} as const;

/** A column with sealed values. The names must be constants, never user input. */
export interface SealedColumn {
  table: string;
  column: string;
  idColumn: string;
  contextOf: (id: string) => string;
}

const callColumn = (column: string, contextOf: SealedColumn['contextOf']): SealedColumn => ({
  table: 'calls',
  column,
  idColumn: 'id',
  contextOf,
});
const settingsColumn = (column: string, contextOf: SealedColumn['contextOf']): SealedColumn => ({
  table: 'account_settings',
  column,
  idColumn: 'account_id',
  contextOf,
});

/** Every sealed column, for changing the key. Values of a missing column would be lost with the previous key. */
export const SEALED_COLUMNS: readonly SealedColumn[] = [
  callColumn('sealed_recording_url', SEALED_FIELDS.callRecordingUrl),
  callColumn('sealed_callback_url', SEALED_FIELDS.callCallbackUrl),
  settingsColumn('sealed_slack_bot_token', SEALED_FIELDS.slackBotToken),
  settingsColumn('sealed_teams_webhook_url', SEALED_FIELDS.teamsWebhookUrl),
  settingsColumn('sealed_google_chat_webhook_url', SEALED_FIELDS.googleChatWebhookUrl),
  settingsColumn('sealed_service_titan_client_secret', SEALED_FIELDS.serviceTitanClientSecret),
  settingsColumn('sealed_webhook_url', SEALED_FIELDS.webhookUrl),
  settingsColumn('sealed_webhook_secret', SEALED_FIELDS.webhookSecret),
  { table: 'totp_factors', column: 'sealed_secret', idColumn: 'user_id', contextOf: SEALED_FIELDS.totpSecret },
  { table: 'mails', column: 'sealed_link', idColumn: 'id', contextOf: SEALED_FIELDS.mailLink },
];
