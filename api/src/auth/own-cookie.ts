import type { SerializeOptions } from 'cookie';

import type { Config } from '@ringwell/platform/config/settings';

/** How a cookie of ours is named and set. */
export interface OwnCookie {
  name: string;
  options: SerializeOptions & { path: string };
}

/**
 * Name and flags as they follow from how people reach the product. Lax, as browsers come back from the sign-in provider, which
 * is another site.
 */
export function ownCookie(name: string, { PUBLIC_URL }: Pick<Config, 'PUBLIC_URL'>): OwnCookie {
  const secure = PUBLIC_URL?.startsWith('https:') ?? false;
  // With this prefix browsers take the cookie from this very host only, and over https.
  return { name: `${secure ? '__Host-' : ''}${name}`, options: { httpOnly: true, sameSite: 'lax', secure, path: '/' } };
}
