import { Catch } from '@nestjs/common';
import type { Request } from 'express';

import type { Problem } from '../../http/problems/problem';
import { signInProvider } from '../provider/sign-in-provider';
import { INVITATION_PATH } from '../sign-in/return-to';
import type { MessageFrame, PageLink } from './message-page';
import { MessagePageFilter } from './message-page.filter';

const LOCAL_SIGN_IN_PATH = '/api/login/local';
export const SECOND_STEP_PATH = '/api/login/code';
export const PASSKEY_STEP_PATH = '/api/login/passkey';
/** Path for signing in with a passkey instead of a password. */
export const PASSKEY_SIGN_IN_PATH = '/api/login/with-passkey';

interface ProblemPage {
  path: string;
  title: string;
  links: [PageLink];
  needsPassword?: boolean;
}

// Titles and links for pages other than the sign-in page.
const PROBLEM_PAGES: readonly ProblemPage[] = [
  { path: '/api/logout', title: "You're still signed in", links: [{ href: '/api/logout', text: 'Sign out' }] },
  {
    path: '/api/oauth/consent',
    title: "Couldn't connect the assistant",
    links: [{ href: '/', text: 'Open the app' }],
  },
  { path: INVITATION_PATH, title: "Couldn't join the account", links: [{ href: '/', text: 'Open the app' }] },
  {
    path: '/api/sign-up',
    title: "Couldn't sign you up",
    links: [{ href: '/api/sign-up', text: 'Sign up' }],
    needsPassword: true,
  },
  {
    path: '/api/password',
    title: "Couldn't change your password",
    links: [{ href: '/api/password/forgot', text: 'Try again' }],
    needsPassword: true,
  },
];

/** Renders errors on the sign-in pages. */
@Catch()
export class PageProblemFilter extends MessagePageFilter {
  protected override frame(_problem: Problem, { path }: Request): MessageFrame {
    return this.findProblemPage(path) ?? { title: "Couldn't sign you in", links: this.listSignInLinks(path) };
  }

  // If password sign-in is disabled, visitors without a session can only sign in with the provider.
  private findProblemPage(path: string): ProblemPage | undefined {
    const problemPage = PROBLEM_PAGES.find((each) => path.startsWith(each.path));
    return problemPage?.needsPassword && this.config.LOCAL_SIGN_IN === 'off' ? undefined : problemPage;
  }

  private listSignInLinks(path: string): [PageLink, ...PageLink[]] {
    if (this.config.LOCAL_SIGN_IN === 'off')
      return [{ href: '/api/login', text: `Sign in with ${signInProvider(this.config).name}` }];
    if ([LOCAL_SIGN_IN_PATH, SECOND_STEP_PATH, PASSKEY_STEP_PATH, PASSKEY_SIGN_IN_PATH].includes(path))
      return [{ href: LOCAL_SIGN_IN_PATH, text: 'Try again' }];
    const retryLink = { href: '/api/login', text: 'Try again' };
    return this.config.OIDC_ISSUER_URL
      ? [retryLink, { href: LOCAL_SIGN_IN_PATH, text: 'Sign in with a password' }]
      : [retryLink];
  }
}
