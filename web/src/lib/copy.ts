/**
 * Copy loaded by every page: titles, confirmations, toasts, validation messages. Copy for specific pages is in
 * `*-copy.ts` files next to them. Tests read the copy from here.
 */
export const COPY = {
  unauthorized: { title: 'Unauthorized', description: 'You are logged out. Logging in again...' },
  accountChanged: {
    title: 'Account changed',
    description: 'You switched accounts, or you no longer have access to this one. This page has been reloaded.',
    notSaved:
      'You switched accounts, or you no longer have access to this one. Nothing was saved, and this page has been reloaded.',
  },
  error: 'Error',
  success: 'Success',
  notFound: '404 Page Not Found',
  copied: (subject: string) => ({ title: 'Copied!', description: `${subject} copied to clipboard` }),
  roles: { admin: 'Administrator', user: 'User' },
  memberRoles: { owner: 'Owner', manager: 'Manager', member: 'Member', viewer: 'Viewer' },

  nav: {
    adminDashboard: 'Admin Dashboard',
    users: 'User Management',
    activity: 'Activity',
    securityEvents: 'Security Events',
    messages: 'Messages',
    dashboard: 'Dashboard',
    today: 'Today',
    calls: 'Calls',
    followUps: 'Follow-ups',
    happiness: 'Happiness',
    bookings: 'Bookings',
    customers: 'Customers',
    team: 'Team',
    settings: 'Settings',
    ownAccount: 'Your account',
    records: 'Records and messages',
    docs: 'API Docs',
  },

  signIn: { title: 'Welcome' },

  account: { title: 'Your account', subtitle: "Your name, password and alerts, and where you're signed in" },
  shared: 'Shared call',
  contact: 'Contact us',
  status: 'Service Status',

  legal: {
    privacy: 'Privacy Policy',
    terms: 'Terms of Service',
    recordingConsent: 'Recording Consent',
  },

  landing: { headline: 'See Customer Happiness on Every Phone Call', signIn: 'Sign In', subscribe: 'Subscribe' },

  impersonation: {
    viewingAs: (name: string) => `Viewing as: ${name}`,
    exit: 'Exit Impersonation',
    exited: 'Returned to admin account',
    confirm: (name: string) =>
      `Login as ${name}? You'll be able to view and manage their dashboard from their perspective.`,
    started: 'You are now viewing as this user',
    startFailed: 'Failed to impersonate user',
  },

  adminRequired: {
    tokens: 'You need administrator privileges to manage API tokens.',
  },

  calls: {
    title: 'Calls',
    one: 'Call Details',
    recent: 'Recent Calls',
    viewAll: 'View all',
    none: {
      title: 'No calls yet',
      /** @param minutes null if unknown */
      text: (minutes: number | null) =>
        minutes === null
          ? 'New calls show up here after they end.'
          : `New calls show up here after they end, usually within ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`,
    },
    noneFound: 'No calls found',
  },

  checks: { title: 'Check accuracy', subtitle: 'Listen to a few calls, and see how often the labels are right' },

  users: {
    title: 'User Management',
    search: 'Search users...',
    empty: 'No users found',
    loading: 'Loading users...',
  },

  invalid: { email: 'Please enter a valid email address' },
} as const;
