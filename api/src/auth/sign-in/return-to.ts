/** Stands for our own origin; nothing else can be there. */
const HERE = 'http://here.invalid';

const MAX_LENGTH = 2_000;

/** A second slash or a backslash at the start, encoded or not, makes a browser or a proxy look for a host after it. */
const LOOKS_LIKE_HOST = /^\/(\/|\\|%2f|%5c)/i;

const CONTROL_OR_BACKSLASH = /[\p{Cc}\\]/u;

/**
 * Where to go after the sign-in, as it came from outside: a page of ours, or `/` for everything else (other sites, addresses
 * of the API, nonsense). The result is written as the URL parser writes it, so that no browser reads it differently.
 */
export function returnPath(given: unknown): string {
  if (
    typeof given !== 'string' ||
    given.length > MAX_LENGTH ||
    !given.startsWith('/') ||
    CONTROL_OR_BACKSLASH.test(given)
  )
    return '/';
  if (LOOKS_LIKE_HOST.test(given) || !URL.canParse(given, HERE)) return '/';
  const { origin, pathname, search, hash } = new URL(given, HERE);
  const isPage = origin === HERE && !LOOKS_LIKE_HOST.test(pathname) && !/^\/api(\/|$)/i.test(pathname);
  return isPage ? pathname + search + hash : '/';
}
