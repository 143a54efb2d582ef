import { normalizeSlackChannel } from '../deliveries/slack-channel';
import { alertSwitches, type ConnectionDescriptor } from './channel';

// Matches channel ids and names; names are lowercase. https://docs.slack.dev/reference/methods/conversations.create
const SLACK_CHANNEL = /^([CGD][A-Z0-9]{7,20}|#[\p{Ll}\p{Lo}\p{M}\p{N}_-]{1,80})$/u;

export const SLACK = {
  title: 'Slack',
  kind: 'alert',
  postsTo: 'channel',
  brand: 'Slack',
  prefix: 'slack',
  destination: 'slackChannel',
  formatTestSentMessage: (destinations) => `A test message was posted to ${destinations}.`,
  settings: {
    ...alertSwitches('slack'),
    slackBotToken: {
      kind: 'text',
      secret: true,
      reconnects: true,
      required: 'a bot token',
      maxLength: 255,
      format: {
        pattern: /^xoxb-[A-Za-z0-9-]{10,}$/,
        message: 'Enter the bot token of a Slack app, which starts with xoxb-.',
      },
      description: 'Bot token of the Slack app.',
      example: 'xoxb-1234567890-abcdefghij',
      field: {
        label: 'Slack bot token',
        placeholder: 'xoxb-...',
        removalWarning: 'Recaps to Slack stop until you add a new one.',
      },
    },
    slackChannel: {
      kind: 'text',
      required: 'a channel',
      maxLength: 81,
      normalize: normalizeSlackChannel,
      format: {
        pattern: SLACK_CHANNEL,
        message: 'Enter the name of a Slack channel such as #calls, its ID such as C0123456789, or a link to it.',
      },
      description: 'Channel ID, link or #name, which is stored in lowercase.',
      example: '#calls',
      field: {
        label: 'Slack channel',
        placeholder: '#calls',
        hint: 'Channel name (#calls) or ID (C0123456789)',
      },
    },
  },
} as const satisfies ConnectionDescriptor;
