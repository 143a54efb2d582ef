import { MAX_EMAIL_ADDRESSES } from '../deliveries/email-list';
import { alertSwitches, type ConnectionDescriptor } from './channel';

export const EMAIL = {
  title: 'Email',
  kind: 'alert',
  prefix: 'email',
  destination: 'emailAddress',
  formatTestSentMessage: (destinations) =>
    `A test message was sent to ${destinations}. If it doesn't arrive, check your spam folder.`,
  settings: {
    ...alertSwitches('email'),
    emailAddress: {
      kind: 'emails',
      required: 'an email address',
      maxItems: MAX_EMAIL_ADDRESSES,
      description: 'Recipients, stored in lowercase and without duplicates.',
      example: ['dana@reyes-hvac.example'],
    },
  },
} as const satisfies ConnectionDescriptor;
