import type { Config } from '@ringwell/platform/config/environment-settings';
import { isLocalOnly } from '@ringwell/platform/config/public-url';

import { isLocalRequest, type Visitor } from './is-local-request';

/**
 * How visitors get a demo account: through the sign-in provider; with a password, immediately or after confirming their
 * email address; or not at all.
 */
export type SignUpMode = 'provider' | 'confirmed' | 'immediate' | 'off';

export function getSignUpMode(
  config: Pick<Config, 'OIDC_ISSUER_URL' | 'SELF_SIGN_UP' | 'SMTP_URL' | 'PUBLIC_URL' | 'NODE_ENV'>,
  visitor: Visitor,
): SignUpMode {
  if (config.OIDC_ISSUER_URL !== undefined) return 'provider';
  if (config.SELF_SIGN_UP === 'off') return 'off';
  if (config.SMTP_URL !== undefined) return 'confirmed';
  return config.SELF_SIGN_UP === 'on' || (isLocalOnly(config) && isLocalRequest(visitor)) ? 'immediate' : 'off';
}

export function signUpPath(returnTo: string): string {
  return `/api/sign-up?returnTo=${encodeURIComponent(returnTo)}`;
}
