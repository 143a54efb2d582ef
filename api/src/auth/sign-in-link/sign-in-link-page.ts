import type { User } from '@ringwell/database/accounts/user.entity';
import { userDisplayName } from '@ringwell/domain/accounts/user-display-name';
import type { Config } from '@ringwell/platform/config/environment-settings';

import { formPage } from '../pages/form-page';

export const SIGN_IN_LINK_PATH = '/api/login/link';

/** Asks for a click before the link is consumed, because mail servers and chat apps open links to scan them. */
export function signInLinkPage({ PRODUCT_NAME }: Config, { user, token }: { user: User; token: string }): string {
  return formPage({
    productName: PRODUCT_NAME,
    title: 'Sign in?',
    intro: `This signs you in as ${userDisplayName(user)} and signs you out everywhere else. The link works once.`,
    action: SIGN_IN_LINK_PATH,
    hiddenFields: { token },
    fields: [],
    submitLabel: 'Sign in',
  });
}
