/** The paths of the web app. `:id` stands for one segment. The server answers all others with 404. */
export const PAGES = {
  home: '/',
  signIn: '/auth',
  checkoutSuccess: '/checkout/success',
  demo: '/demo',
  calls: '/calls',
  call: '/calls/:id',
  users: '/users',
  account: '/users/:id',
  tokens: '/tokens',
  analytics: '/analytics',
  activity: '/activity',
  messages: '/messages',
  docs: '/docs',
  privacy: '/privacy',
  terms: '/terms',
  recordingConsent: '/recording-consent',
} as const;

const PATTERNS = Object.values(PAGES).map((page) => new RegExp(`^${page.replace(':id', '[^/]+')}$`));

export function isPage(path: string): boolean {
  const trimmed = path.length > 1 ? path.replace(/\/$/, '') : path;
  return PATTERNS.some((pattern) => pattern.test(trimmed));
}
