import { plural } from '../../lib/format/format';

export const AGENT_COPY = {
  praise: { title: 'Calls to Praise', subtitle: 'Where customers were happiest' },
  review: { title: 'Calls to Review', subtitle: 'Where customers were unhappiest' },
  team: (calls: number) => `The rest of the team, based on ${plural(calls, 'labeled call')}`,
  none: { title: 'No labeled calls in this period', text: 'Choose a longer period.' },
  notFound: { title: 'Agent not found', text: 'Names without calls are removed. See the team page for all names.' },
  share: {
    open: (name: string) => `Share with ${name}`,
    message: 'Message',
    noMember: "This person isn't a member, so the links won't open. Create links that don't need a sign-in:",
    create: 'Create public links',
    created: 'Anyone with these links can see and hear the calls for 7 days.',
    email: 'Email',
  },
} as const;
