import type { MemberRole } from '@ringwell/domain/accounts/member-role';
import type { Config } from '@ringwell/platform/config/environment-settings';

import { MAX_NAME_LENGTH } from '../auth/current-user/name.decorator';
import { formPage, type FormFailure, type FormField } from '../auth/pages/form-page';
import { messagePage, type PageLink } from '../auth/pages/message-page';
import { newPasswordField } from '../auth/pages/new-password-field';
import { signInProvider } from '../auth/provider/sign-in-provider';
import { INVITATION_PATH } from '../auth/sign-in/return-to';
import type { OpenInvitation } from './join.service';

const ROLE_DESCRIPTIONS: Record<MemberRole, string> = {
  owner: "You'll have full access, including billing and members.",
  manager: "You'll be able to work on all calls and change settings.",
  member: "You'll be able to work on calls.",
  viewer: "You'll be able to view calls and reports.",
};

export function acceptInvitationPage(
  { PRODUCT_NAME: productName }: Config,
  token: string,
  { invitation: { email, role }, name }: OpenInvitation,
  signedInAs: string,
): string {
  const isDifferentAddress = email !== signedInAs.toLowerCase();
  return formPage({
    productName,
    title: `Join ${name}`,
    intro:
      `${ROLE_DESCRIPTIONS[role]} You're signed in as ${signedInAs}` +
      (isDifferentAddress ? `. The invitation was sent to ${email}; to join with that address, sign out first.` : '.'),
    action: INVITATION_PATH,
    hiddenFields: { token },
    fields: [],
    submitLabel: `Join as ${signedInAs}`,
    links: [{ href: '/', text: 'Not now' }],
  });
}

/** Renders the page for a visitor whose address doesn't belong to a user yet. */
export function joinPage(
  config: Config,
  token: string,
  { invitation: { email, role }, name }: OpenInvitation,
  { firstName = '', lastName = '', failure }: { firstName?: string; lastName?: string; failure?: FormFailure } = {},
): string {
  return formPage({
    productName: config.PRODUCT_NAME,
    title: `Join ${name}`,
    intro: `${ROLE_DESCRIPTIONS[role]} Your email is ${email}.`,
    failure,
    action: `${INVITATION_PATH}/sign-up`,
    hiddenFields: { token },
    fields: [
      { ...nameField('firstName', 'First name', 'given-name'), value: firstName },
      { ...nameField('lastName', 'Last name', 'family-name'), value: lastName },
      newPasswordField(config, 'password', 'Password'),
    ],
    submitLabel: 'Create account and join',
    links: signInLinks(config, token),
  });
}

/** Renders the page for a visitor whose address belongs to a user, or who must sign in through the provider. */
export function signInToJoinPage(
  config: Config,
  token: string,
  { invitation: { email, role }, name, isExistingUser }: OpenInvitation,
): string {
  const [firstLink, ...otherLinks] = signInLinks(config, token);
  return messagePage({
    productName: config.PRODUCT_NAME,
    title: `Join ${name}`,
    message: `${ROLE_DESCRIPTIONS[role]} ${isExistingUser ? `${email} already has an account.` : `Your email is ${email}.`} Sign in to join.`,
    role: null,
    links: [firstLink ?? { href: '/', text: `Back to ${config.PRODUCT_NAME}` }, ...otherLinks],
  });
}

function signInLinks(config: Config, token: string): PageLink[] {
  const { kind, name } = signInProvider(config);
  return [
    ...(kind === 'oidc' ? [{ href: signInPath(token, '/api/login'), text: `Sign in with ${name}` }] : []),
    ...(config.LOCAL_SIGN_IN === 'on'
      ? [{ href: signInPath(token, '/api/login/local'), text: 'Sign in with a password' }]
      : []),
  ];
}

function signInPath(token: string, path: string): string {
  return `${path}?returnTo=${encodeURIComponent(`${INVITATION_PATH}?token=${token}`)}`;
}

function nameField(id: string, label: string, autocomplete: string): FormField {
  return { name: id, label, type: 'text', autocomplete, maxLength: MAX_NAME_LENGTH };
}
