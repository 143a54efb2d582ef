/**
 * The web app's paths. A colon marks a single-segment parameter, such as `:id`. The server returns 404 for all other
 * paths.
 */
export const PAGES = {
  home: '/',
  signIn: '/auth',
  checkoutSuccess: '/checkout/success',
  contact: '/contact',
  account: '/account',
  demo: '/demo',
  /** An administrator's own dashboard; other users have it as their home page. */
  ownDashboard: '/dashboard',
  calls: '/calls',
  call: '/calls/:id',
  followUps: '/follow-ups',
  followUp: '/follow-ups/:id',
  happiness: '/happiness',
  bookings: '/bookings',
  agent: '/agents/:id',
  /** Random calls for label checks. */
  checks: '/checks',
  customers: '/customers',
  customer: '/customers/:id',
  team: '/team',
  teamActivity: '/team/activity',
  settings: '/settings',
  settingsPart: '/settings/:part',
  /** A call shown to anyone with the link. */
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
  status: '/status',
} as const;

const PATTERNS = Object.values(PAGES).map((page) => new RegExp(`^${page.replace(/:\w+/, '[^/]+')}$`));

export function isPage(path: string): boolean {
  const trimmed = path.length > 1 ? path.replace(/\/$/, '') : path;
  return PATTERNS.some((pattern) => pattern.test(trimmed));
}
