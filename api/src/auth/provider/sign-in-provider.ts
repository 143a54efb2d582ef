import type { Config } from '@ringwell/platform/config/environment-settings';

const REPLIT_HOST = 'replit.com';

export function isReplit(issuer: string): boolean {
  return new URL(issuer).hostname === REPLIT_HOST;
}

/** `name` goes after "Sign in with" on the button. */
export interface SignInProvider {
  name: string;
  kind: 'oidc' | 'local';
}

export function signInProvider({
  AUTH_PROVIDER_NAME,
  OIDC_ISSUER_URL,
}: Pick<Config, 'AUTH_PROVIDER_NAME' | 'OIDC_ISSUER_URL'>): SignInProvider {
  if (OIDC_ISSUER_URL === undefined) return { name: AUTH_PROVIDER_NAME ?? 'email', kind: 'local' };
  return {
    name: AUTH_PROVIDER_NAME ?? (isReplit(OIDC_ISSUER_URL) ? 'Replit' : new URL(OIDC_ISSUER_URL).hostname),
    kind: 'oidc',
  };
}
