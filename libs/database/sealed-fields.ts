/**
 * What each sealed value is bound to: its column and its row. A value that is copied to another row, or sealed for
 * another column, does not open.
 */
export const SEALED_FIELDS = {
  callRecordingUrl: (callId: string): string => `calls.recording_url:${callId}`,
  callCallbackUrl: (callId: string): string => `calls.callback_url:${callId}`,
  slackBotToken: (userId: string): string => `account_settings.slack_bot_token:${userId}`,
  teamsWebhookUrl: (userId: string): string => `account_settings.teams_webhook_url:${userId}`,
  googleChatWebhookUrl: (userId: string): string => `account_settings.google_chat_webhook_url:${userId}`,
  serviceTitanClientSecret: (userId: string): string => `account_settings.service_titan_client_secret:${userId}`,
  webhookUrl: (userId: string): string => `account_settings.webhook_url:${userId}`,
  webhookSecret: (userId: string): string => `account_settings.webhook_secret:${userId}`,
} as const;
