import { alertSwitches, WEBHOOK_URL, type ConnectionDescriptor } from './channel';

export const TEAMS = {
  title: 'Microsoft Teams',
  kind: 'alert',
  postsTo: 'channel',
  brand: 'Teams',
  prefix: 'teams',
  destination: 'teamsTeamName',
  formatTestSentMessage: () =>
    "The workflow accepted a test message. Teams doesn't say whether it was posted, so check the channel.",
  settings: {
    ...alertSwitches('teams'),
    teamsWebhookUrl: {
      ...WEBHOOK_URL,
      webhook: 'teams',
      required: 'the webhook URL of a Teams workflow',
      description: 'URL of a workflow that posts to the channel.',
      example:
        'https://a1b2.03.environment.api.powerplatform.com:443/powerautomate/automations/direct/workflows/c3d4' +
        '/triggers/manual/paths/invoke?api-version=1&sig=e5f6',
      field: {
        label: 'Teams webhook URL',
        placeholder: 'https://',
        hint: 'In Teams, open the Workflows app.',
        removalWarning: 'Recaps to Teams stop until you add a new one.',
      },
    },
    teamsTeamName: {
      kind: 'text',
      maxLength: 200,
      description: 'A label for your own reference.',
      example: 'Dispatch',
      field: { label: 'Team name', placeholder: 'Dispatch', hint: 'Just a label for you' },
    },
  },
} as const satisfies ConnectionDescriptor;
