import { CallbackChannel } from './channels/callback/callback.channel';
import { EmailChannel } from './channels/email/email.channel';
import { GoogleChatChannel } from './channels/google-chat/google-chat.channel';
import { ServiceTitanChannel } from './channels/servicetitan/servicetitan.channel';
import { SlackChannel } from './channels/slack/slack.channel';
import { TeamsChannel } from './channels/teams/teams.channel';
import { WebhookChannel } from './channels/webhook/webhook.channel';

/** Every channel; what is not listed is not sent on. */
export const CHANNELS = [
  CallbackChannel,
  EmailChannel,
  ServiceTitanChannel,
  SlackChannel,
  TeamsChannel,
  GoogleChatChannel,
  WebhookChannel,
];
