// Stands in for our own origin. Hosts under .invalid can't exist.
const OWN_ORIGIN = 'http://here.invalid';

// Limits the normalized path, in which "ü" is "%C3%BC". Longer paths would exceed the limits of cookies and form fields.
const MAX_LENGTH = 2_000;

/** Path to an invitation page, which people return to after signing in. */
export const INVITATION_PATH = '/api/invitations';

// The consent page for assistants.
const CONSENT_PATH_PATTERN = /^\/api\/oauth\/consent\/[\w-]{1,64}$/;

// After a leading `//` or `/\`, encoded or not, browsers and proxies may expect a host.
const HOST_LIKE_PATH = /^\/(\/|\\|%2f|%5c)/i;

const CONTROL_OR_BACKSLASH = /[\p{Cc}\\]/u;

/**
 * Validates the page to return to after sign-in. Other sites, API routes and invalid values become `/`. The URL parser
 * normalizes the result, so all browsers interpret it the same way.
 */
export function safeReturnPath(value: unknown): string {
  if (typeof value !== 'string' || !value.startsWith('/') || CONTROL_OR_BACKSLASH.test(value)) return '/';
  if (HOST_LIKE_PATH.test(value) || !URL.canParse(value, OWN_ORIGIN)) return '/';
  const { origin, pathname, search, hash } = new URL(value, OWN_ORIGIN);
  const isPage =
    origin === OWN_ORIGIN &&
    !HOST_LIKE_PATH.test(pathname) &&
    (pathname === INVITATION_PATH || CONSENT_PATH_PATTERN.test(pathname) || !/^\/api(\/|$)/i.test(pathname));
  const path = pathname + search + hash;
  return isPage && path.length <= MAX_LENGTH ? path : '/';
}
