import type { AccountSettings } from '../../api/types';

export interface StepsDone {
  call: boolean;
  connection: boolean;
  alerts: boolean;
  /** Only set for owners, who can invite. */
  team?: boolean;
}

/** The account's members and open invitations. */
export interface Team {
  members: readonly unknown[];
  invitations: readonly unknown[];
}

/** Which of the first steps an account has completed. */
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
