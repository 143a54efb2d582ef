import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';

import type { SignInProvider } from '../../api/types';
import { COPY } from '../../lib/copy';
import { API_PATHS, PATHS } from '../../lib/paths';
import { useProduct } from '../../lib/product';
import { signInProviderQuery } from '../../lib/session/sign-in-provider';
import { ButtonLink } from '../../ui/buttons/button';
import { CenteredPage } from '../../ui/layout/centered-page';

const LINK_CLASSES = 'font-semibold text-fg underline underline-offset-4';

export function SignInPage(): ReactNode {
  const { data, isPending } = useQuery(signInProviderQuery);
  return (
    <CenteredPage>
      <div className="w-full max-w-[25rem] rounded-card border bg-surface p-8 text-center shadow-raised">
        <h1 tabIndex={-1} className="text-h2 tracking-tight">
          {COPY.signIn.title}
        </h1>
        <p className="mt-2 text-body text-fg-muted">Sign in to see how your customers felt on today's calls.</p>
        <ButtonLink href={API_PATHS.login} size="lg" className="mt-7 w-full" aria-busy={isPending}>
          {data ? `Sign in with ${data.name}` : COPY.landing.signIn}
        </ButtonLink>
        {data?.kind === 'oidc' && data.localUrl !== null && (
          <ButtonLink href={data.localUrl} variant="ghost" className="mt-3 w-full">
            Sign in with a password
          </ButtonLink>
        )}
        {data && <SignUpHint signUp={data.signUp} />}
      </div>
    </CenteredPage>
  );
}

function SignUpHint({ signUp }: Pick<SignInProvider, 'signUp'>): ReactNode {
  const { name } = useProduct();
  return (
    <p className="mt-5 text-meta text-fg-muted">
      New to {name}? {signUp === 'provider' && 'Signing in creates a free demo account.'}
      {signUp === 'password' && (
        <a href={API_PATHS.signUp} className={LINK_CLASSES}>
          Create a free demo account
        </a>
      )}
      {signUp === 'off' && (
        <>
          Accounts are created by an administrator.{' '}
          <Link to={PATHS.contact} className={LINK_CLASSES}>
            Contact us
          </Link>
        </>
      )}
    </p>
  );
}
