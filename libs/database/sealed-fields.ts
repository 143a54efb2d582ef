/**
 * What each sealed value is bound to: its column and its row. A value that is copied to another row, or sealed for
 * another column, does not open.
 */
export const SEALED_FIELDS = {
  callRecordingUrl: (callId: string): string => `calls.recording_url:${callId}`,
  callCallbackUrl: (callId: string): string => `calls.callback_url:${callId}`,
  webhookSecret: (userId: string): string => `account_settings.webhook_secret:${userId}`,
} as const;
