import { WEBHOOK_URL, type ConnectionDescriptor } from './channel';

// 24 to 64 bytes in base64, as Standard Webhooks requires.
const WEBHOOK_SECRET = /^whsec_[A-Za-z0-9+/]{32,86}={0,2}$/;

export const WEBHOOK = {
  title: 'Outgoing webhook',
  kind: 'data',
  prefix: 'webhook',
  formatTestSentMessage: () => 'Your system received a test message.',
  settings: {
    webhookUrl: {
      ...WEBHOOK_URL,
      webhook: 'any',
      isGuarded: true,
      required: 'the URL of your system',
      description: 'Public https URL that receives completed calls, their corrections, and follow-ups.',
      example: 'https://hooks.example.com/ringwell',
      field: {
        label: 'Outgoing webhook URL',
        placeholder: 'https://',
        hint: 'Gets the result of every processed call',
        removalWarning: 'Your system stops getting calls until you add a new one.',
      },
    },
    webhookSecret: {
      kind: 'text',
      secret: true,
      isGuarded: true,
      maxLength: 100,
      format: {
        pattern: WEBHOOK_SECRET,
        message: 'This must be whsec_ followed by 24 to 64 bytes in base64. Or let us generate one.',
      },
      description: 'Signs callbacks and webhooks (Standard Webhooks). Without a secret they are not signed.',
      example: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=',
      field: {
        label: 'Signing secret',
        placeholder: 'whsec_...',
        removalWarning: 'Messages will no longer be signed.',
      },
    },
  },
} as const satisfies ConnectionDescriptor;
