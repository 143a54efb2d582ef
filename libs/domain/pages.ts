/** Every address of the web app; `:id` stands for one segment. Any other shows that there is no such page. */
export const PAGES = {
  home: '/',
  signIn: '/auth',
  checkoutSuccess: '/checkout/success',
  demo: '/demo',
  calls: '/calls',
  call: '/calls/:id',
  users: '/users',
  tokens: '/tokens',
  analytics: '/analytics',
  docs: '/docs',
} as const;

const PATTERNS = Object.values(PAGES).map((page) => new RegExp(`^${page.replace(':id', '[^/]+')}$`));

/** Whether the web app has a page at this path. A slash at its end does not matter. */
export function isPage(path: string): boolean {
  const trimmed = path.length > 1 ? path.replace(/\/$/, '') : path;
  return PATTERNS.some((pattern) => pattern.test(trimmed));
}
