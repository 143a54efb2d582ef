import type { Config } from '@ringwell/platform/config/settings';

import { signInPage, type SignInForm } from '../pages/sign-in-page';
import { signInProvider } from '../provider/sign-in-provider';

export function localSignInPage(config: Config, form: Pick<SignInForm, 'returnTo' | 'email' | 'error'>): string {
  const { name, kind } = signInProvider(config);
  return signInPage({ ...form, productName: config.PRODUCT_NAME, providerName: kind === 'oidc' ? name : null });
}
