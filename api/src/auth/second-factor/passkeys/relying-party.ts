import { isIP } from 'node:net';

import type { Config } from '@ringwell/platform/config/environment-settings';
import { isHttpsOrLocal, getPublicUrl } from '@ringwell/platform/config/public-url';

type AddressSettings = Pick<Config, 'PUBLIC_URL' | 'PORT' | 'NODE_ENV'>;

/** The domain and origin for passkeys, which browsers only use on their domain (WebAuthn Level 3, section 5.1.2). */
export interface RelyingParty {
  id: string;
  origin: string;
}

export function relyingParty(config: AddressSettings): RelyingParty {
  const { hostname: id, origin } = new URL(getPublicUrl(config));
  return { id, origin };
}

/** Returns whether browsers support passkeys at PUBLIC_URL. Passkeys require a host name, and https or localhost. */
export function supportsPasskeys(config: AddressSettings): boolean {
  const { id } = relyingParty(config);
  return isHttpsOrLocal(config) && isIP(id.replace(/^\[|\]$/g, '')) === 0;
}
