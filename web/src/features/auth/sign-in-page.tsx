import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';

import { COPY } from '../../lib/copy';
import { API_PATHS } from '../../lib/paths';
import { useProduct } from '../../lib/product';
import { ButtonLink } from '../../ui/buttons/button';
import { CenteredPage } from '../../ui/layout/centered-page';
import { signInProviderQuery } from './api';

export function SignInPage(): ReactNode {
  const { name } = useProduct();
  const { data, isPending } = useQuery(signInProviderQuery);
  return (
    <CenteredPage>
      <div className="w-full max-w-[25rem] rounded-card border bg-surface p-8 text-center shadow-raised">
        <h1 tabIndex={-1} className="text-h2 tracking-tight">
          {COPY.signIn.title}
        </h1>
        <p className="mt-2 text-body text-fg-muted">Sign in to see how your customers felt on today's calls.</p>
        <ButtonLink href={API_PATHS.login} size="lg" className="mt-7 w-full" aria-busy={isPending}>
          {data ? COPY.signIn.button(data.name) : COPY.landing.signIn}
        </ButtonLink>
        <p className="mt-5 text-meta text-fg-subtle">New to {name}? Signing in creates a free demo account.</p>
      </div>
    </CenteredPage>
  );
}
