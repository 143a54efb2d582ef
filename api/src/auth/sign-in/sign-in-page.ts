import type { Config } from '@ringwell/platform/config/environment-settings';
import { html, type Html } from '@ringwell/platform/html';

import { formPage, type FormFailure } from '../pages/form-page';
import type { PageLink } from '../pages/message-page';
import { PASSKEY_SIGN_IN_PATH } from '../pages/page-problem.filter';
import { signInProvider } from '../provider/sign-in-provider';
import { supportsPasskeys } from '../second-factor/passkeys/relying-party';
import type { Visitor } from '../sign-up/is-local-request';
import { getSignUpMode, signUpPath } from '../sign-up/self-sign-up';

export interface SignInForm {
  returnTo: string;
  email?: string;
  intro?: string;
  failure?: FormFailure;
}

export function signInPage(
  config: Config,
  visitor: Visitor,
  { returnTo, email = '', intro, failure }: SignInForm,
): string {
  return formPage({
    productName: config.PRODUCT_NAME,
    title: 'Sign in',
    intro,
    failure,
    action: '/api/login/local',
    hiddenFields: { returnTo },
    fields: [
      {
        name: 'email',
        label: 'Email address',
        type: 'email',
        value: email,
        autocomplete: 'username webauthn', // browsers list passkeys of this site below the field
        maxLength: 320,
      },
      { name: 'password', label: 'Password', type: 'password', autocomplete: 'current-password' },
    ],
    submitLabel: 'Sign in',
    ...(supportsPasskeys(config) && { script: '/passkey-step.js', shortcut: passkeyForm(returnTo) }),
    links: [...listLinks(config, visitor, returnTo), { href: '/api/password/forgot', text: 'Forgot your password?' }],
  });
}

// The script shows the button if the browser supports passkeys.
function passkeyForm(returnTo: string): Html {
  return html`<form method="post" action="${PASSKEY_SIGN_IN_PATH}" data-passkey hidden>
<input type="hidden" name="returnTo" value="${returnTo}"><input type="hidden" name="credential">
<button class="button quiet" type="submit">Sign in with a passkey</button>
</form>
`;
}

function listLinks(config: Config, visitor: Visitor, returnTo: string): PageLink[] {
  const { kind, name } = signInProvider(config);
  if (kind === 'oidc')
    return [{ href: `/api/login?returnTo=${encodeURIComponent(returnTo)}`, text: `Sign in with ${name}` }];
  return getSignUpMode(config, visitor) === 'off'
    ? []
    : [{ href: signUpPath(returnTo), text: 'Create a free demo account' }];
}
