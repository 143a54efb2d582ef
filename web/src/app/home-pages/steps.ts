import type { AccountSettings } from '../../api/types';

export interface StepsDone {
  call: boolean;
  connection: boolean;
  alerts: boolean;
  /** Only for owners, who can invite. */
  team?: boolean;
}

/** The members of the account and its open invitations. */
export interface Team {
  members: readonly unknown[];
  invitations: readonly unknown[];
}

/** Which of the first steps an account has taken. */
export function stepsDone(settings: AccountSettings, calls: readonly unknown[], team?: Team): StepsDone {
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
    ...(team && { team: team.members.length > 1 || team.invitations.length > 0 }),
  };
}
