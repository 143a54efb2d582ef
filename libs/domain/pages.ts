/** The paths of the web app. A name with a colon, such as `:id`, stands for one segment. The server answers all others with 404. */
export const PAGES = {
  home: '/',
  signIn: '/auth',
  checkoutSuccess: '/checkout/success',
  contact: '/contact',
  account: '/account',
  demo: '/demo',
  /** An administrator's own dashboard; that of other users is the home page. */
  ownDashboard: '/dashboard',
  calls: '/calls',
  call: '/calls/:id',
  /** Customers to call back. */
  followUps: '/follow-ups',
  followUp: '/follow-ups/:id',
  happiness: '/happiness',
  /** Calls drawn at random, to check their labels. */
  checks: '/checks',
  customers: '/customers',
  customer: '/customers/:id',
  /** The members of the account. */
  team: '/team',
  /** What was done in the account. */
  teamActivity: '/team/activity',
  settings: '/settings',
  settingsPart: '/settings/:part',
  /** A call for whoever has the link. */
  shared: '/shared/:token',
  users: '/users',
  userAccount: '/users/:id',
  tokens: '/tokens',
  analytics: '/analytics',
  activity: '/activity',
  securityEvents: '/security-events',
  messages: '/messages',
  docs: '/docs',
  privacy: '/privacy',
  terms: '/terms',
  recordingConsent: '/recording-consent',
  /** What works right now, for everyone. */
  status: '/status',
} as const;

const PATTERNS = Object.values(PAGES).map((page) => new RegExp(`^${page.replace(/:\w+/, '[^/]+')}$`));

export function isPage(path: string): boolean {
  const trimmed = path.length > 1 ? path.replace(/\/$/, '') : path;
  return PATTERNS.some((pattern) => pattern.test(trimmed));
}
