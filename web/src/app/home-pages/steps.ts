import type { AccountSettings } from '../../api/types';

export interface StepsDone {
  call: boolean;
  connection: boolean;
  alerts: boolean;
}

/** Which of the first steps an account has taken. */
export function stepsDone(settings: AccountSettings, calls: readonly unknown[]): StepsDone {
  return {
    call: calls.length > 0,
    connection: [
      settings.slackBotToken,
      settings.teamsWebhookUrl,
      settings.googleChatWebhookUrl,
      settings.serviceTitanClientSecret,
      settings.webhookUrl,
    ].some((secret) => secret !== null),
    alerts:
      settings.slackEnabled ||
      settings.teamsEnabled ||
      settings.googleChatEnabled ||
      (settings.emailEnabled && settings.emailAddress.length > 0),
  };
}
