import { alertSwitches, WEBHOOK_URL, type ConnectionDescriptor } from './channel';

export const GOOGLE_CHAT = {
  title: 'Google Chat',
  kind: 'alert',
  postsTo: 'space',
  brand: 'Google Chat',
  prefix: 'googleChat',
  formatTestSentMessage: () => 'A test message was posted to the space.',
  settings: {
    ...alertSwitches('googleChat'),
    googleChatWebhookUrl: {
      ...WEBHOOK_URL,
      webhook: 'google_chat',
      required: 'the webhook URL of a Google Chat space',
      description: 'Webhook URL of a space.',
      example: 'https://chat.googleapis.com/v1/spaces/AAAA1234/messages?key=abc&token=def',
      field: {
        label: 'Google Chat webhook URL',
        placeholder: 'https://chat.googleapis.com/...',
        hint: 'In the space, open Apps & integrations.',
        removalWarning: 'Recaps to Google Chat stop until you add a new one.',
      },
    },
  },
} as const satisfies ConnectionDescriptor;
