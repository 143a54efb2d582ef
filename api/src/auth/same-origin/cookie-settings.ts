import type { SerializeOptions } from 'cookie';

import type { Config } from '@ringwell/platform/config/environment-settings';

export interface CookieSettings {
  name: string;
  options: SerializeOptions & { path: string };
}

/** Returns a cookie's name and attributes. SameSite is Lax because the sign-in provider's site redirects back here. */
export function cookieSettings(name: string, { PUBLIC_URL }: Pick<Config, 'PUBLIC_URL'>): CookieSettings {
  const secure = PUBLIC_URL?.startsWith('https:') ?? false;
  // Browsers accept a cookie with this prefix only over https and only from this host.
  return { name: `${secure ? '__Host-' : ''}${name}`, options: { httpOnly: true, sameSite: 'lax', secure, path: '/' } };
}
