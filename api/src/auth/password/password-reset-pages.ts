import type { Config } from '@ringwell/platform/config/environment-settings';

import { formPage, type FormFailure } from '../pages/form-page';
import { messagePage, type PageLink } from '../pages/message-page';
import { newPasswordField } from '../pages/new-password-field';

const SIGN_IN_LINK: PageLink = { href: '/api/login/local', text: 'Sign in' };

export function forgotPasswordPage(
  { PRODUCT_NAME: productName }: Config,
  { email = '', failure }: { email?: string; failure?: FormFailure } = {},
): string {
  return formPage({
    productName,
    title: 'Forgot your password?',
    intro: "Enter your email, and we'll send you a link to choose a new password.",
    failure,
    action: '/api/password/forgot',
    fields: [
      { name: 'email', label: 'Email address', type: 'email', value: email, autocomplete: 'username', maxLength: 320 },
    ],
    submitLabel: 'Send link',
    links: [{ href: SIGN_IN_LINK.href, text: 'Back to sign-in' }],
  });
}

/** Shown if email isn't set up. */
export function askAdministratorPage({ PRODUCT_NAME: productName }: Config): string {
  return messagePage({
    productName,
    title: 'Forgot your password?',
    message: 'Ask your administrator to set a new password for you.',
    role: null,
    links: [{ href: SIGN_IN_LINK.href, text: 'Back to sign-in' }],
  });
}

export function linkSentPage({ PRODUCT_NAME: productName }: Config, message: string): string {
  return messagePage({ productName, title: 'Check your email', message, role: 'status', links: [SIGN_IN_LINK] });
}

export function resetPasswordPage(
  config: Config,
  { token, failure }: { token: string; failure?: FormFailure },
): string {
  return formPage({
    productName: config.PRODUCT_NAME,
    title: 'Choose a new password',
    intro: "You'll be signed out everywhere.",
    failure,
    action: '/api/password/reset',
    hiddenFields: { token },
    fields: [newPasswordField(config, 'newPassword', 'New password')],
    submitLabel: 'Save password',
  });
}

export function passwordChangedPage({ PRODUCT_NAME: productName }: Config): string {
  return messagePage({
    productName,
    title: 'Password changed',
    message: 'Sign in with your new password.',
    role: 'status',
    links: [SIGN_IN_LINK],
  });
}
