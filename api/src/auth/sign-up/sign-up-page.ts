import { PAGES } from '@ringwell/domain/web-paths';
import type { Config } from '@ringwell/platform/config/environment-settings';

import { MAX_NAME_LENGTH } from '../current-user/name.decorator';
import { formPage, type FormFailure, type FormField } from '../pages/form-page';
import { messagePage, type PageLink } from '../pages/message-page';
import { newPasswordField } from '../pages/new-password-field';

export interface SignUpForm {
  returnTo: string;
  firstName?: string;
  lastName?: string;
  company?: string;
  email?: string;
  failure?: FormFailure;
}

export function signUpPage(
  config: Config,
  { returnTo, firstName = '', lastName = '', company = '', email = '', failure }: SignUpForm,
): string {
  return formPage({
    productName: config.PRODUCT_NAME,
    title: 'Create your free demo account',
    failure,
    action: '/api/sign-up',
    hiddenFields: { returnTo },
    fields: [
      { ...nameField('firstName', 'First name', 'given-name'), value: firstName },
      { ...nameField('lastName', 'Last name', 'family-name'), value: lastName },
      { ...nameField('company', 'Company (optional)', 'organization'), value: company, isOptional: true },
      { name: 'email', label: 'Email address', type: 'email', value: email, autocomplete: 'username', maxLength: 320 },
      newPasswordField(config, 'password', 'Password'),
    ],
    submitLabel: 'Create account',
    links: [signInLink(returnTo, 'I already have an account')],
  });
}

/** Shown if only administrators can create accounts. */
export function signUpDisabledPage(config: Config, returnTo: string): string {
  return messagePage({
    productName: config.PRODUCT_NAME,
    title: 'Get an account',
    message: "Only administrators can create accounts. Tell us who you are, and we'll get back to you.",
    role: null,
    links: [{ href: PAGES.contact, text: 'Contact us' }, signInLink(returnTo, 'I already have an account')],
  });
}

export function checkEmailPage(config: Config, email: string): string {
  return messagePage({
    productName: config.PRODUCT_NAME,
    title: 'Check your email',
    message: `We sent an email to ${email}. Open the link in it to finish. If nothing arrives, check your spam folder.`,
    role: 'status',
    links: [{ href: '/', text: `Back to ${config.PRODUCT_NAME}` }],
  });
}

export function confirmSignUpPage(
  config: Config,
  { token, email, failure }: { token: string; email: string; failure?: FormFailure },
): string {
  return formPage({
    productName: config.PRODUCT_NAME,
    title: 'Confirm your email',
    intro: `Enter the password you chose for ${email}.`,
    failure,
    action: '/api/sign-up/confirm',
    hiddenFields: { token },
    fields: [{ name: 'password', label: 'Password', type: 'password', autocomplete: 'current-password' }],
    submitLabel: 'Confirm and sign in',
  });
}

function nameField(id: string, label: string, autocomplete: string): FormField {
  return { name: id, label, type: 'text', autocomplete, maxLength: MAX_NAME_LENGTH };
}

function signInLink(returnTo: string, text: string): PageLink {
  return { href: `/api/login?returnTo=${encodeURIComponent(returnTo)}`, text };
}
