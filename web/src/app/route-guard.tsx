import { useQueryClient } from '@tanstack/react-query';
import { ShieldAlert } from 'lucide-react';
import { use, useEffect, type ReactNode } from 'react';
import { Link, Navigate, useLocation, useNavigate } from 'react-router';

import type { CurrentUser } from '../api/types';
import { loginPathFrom, PATHS } from '../lib/paths';
import { useProduct } from '../lib/product';
import { systemHealthQuery, todayQuery } from '../lib/queries/api';
import { UserContext, useSession, type Session } from '../lib/session/session';
import { leaveApp, redirectToSignIn, takePageBeforeSignIn } from '../lib/session/sign-in-redirect';
import { Button, ButtonLink } from '../ui/buttons/button';
import { EmptyState } from '../ui/feedback/empty-state';
import { Card } from '../ui/layout/card';
import { CenteredPage } from '../ui/layout/centered-page';
import { lazyArea } from '../ui/lazy-part';
import { Layout } from './layout';
import { LoadingScreen } from './loading-screen';
import { NotFoundPage } from './not-found-page';
import { ROUTE_VIEWS, type RouteAccess, type RouteView } from './route-access';
import { HOME_PAGES, type PageDefinition } from './routes';

const RequiredStep = lazyArea(
  async () => (await import('../features/account/required-step')).RequiredStep,
  <LoadingScreen />,
);

interface RouteGuardProps {
  access: RouteAccess;
  // Omitted for `/`, whose page depends on who is visiting.
  page?: PageDefinition;
}

/** The only code that decides what a path shows for the current session. */
export function RouteGuard(props: RouteGuardProps): ReactNode {
  const session = useSession();
  return (
    <UserContext value={'user' in session ? session.user : undefined}>
      <GuardedView {...props} session={session} />
    </UserContext>
  );
}

function GuardedView({ access, page, session }: RouteGuardProps & { session: Session }): ReactNode {
  const view = ROUTE_VIEWS[access][session.state];
  const user = use(UserContext);
  const requiredStep = access === 'everyone' ? null : (user?.requiredStep ?? null);
  usePrefetch(requiredStep === null ? view : 'loading', user);
  useReturnAfterSignIn(view === 'user-home' || view === 'admin-home');
  // The page's React key: page state must not survive a change of account or user.
  const pageKey = user && `${user.accountId} ${user.id}`;
  if (requiredStep !== null) return <RequiredStep step={requiredStep} />;
  switch (view) {
    case 'loading':
      return <LoadingScreen />;
    case 'unavailable':
      return session.state === 'unavailable' && <Unavailable onRetry={session.retry} />;
    case 'not-found':
      return <NotFoundPage />;
    case 'go-home':
      return <Navigate to={PATHS.home} replace />;
    case 'go-to-sign-in':
      return <Navigate to={PATHS.signIn} replace />;
    case 'log-in':
      return <RedirectToSignIn />;
    case 'log-in-and-return':
      return <RedirectToLogin />;
    case 'landing':
    case 'user-home':
    case 'admin-home':
      return <Layout key={pageKey} page={HOME_PAGES[view]} />;
    case 'page':
      return page && <Layout key={pageKey} page={page} />;
    case 'admin-required':
      return (
        page && (
          <Layout key={pageKey} page={page}>
            <AdminRequired reason={page.adminRequired ?? ''} />
          </Layout>
        )
      );
  }
}

/** Requests the data of the user's home page while its code loads. */
function usePrefetch(view: RouteView, user: CurrentUser | undefined): void {
  const client = useQueryClient();
  const accountId = user?.status === 'demo' ? undefined : user?.accountId;
  useEffect(() => {
    if (view === 'admin-home') void client.prefetchQuery(systemHealthQuery);
    else if (view === 'user-home' && accountId) void client.prefetchQuery(todayQuery(accountId));
  }, [client, view, accountId]);
}

function useReturnAfterSignIn(isHome: boolean): void {
  const navigate = useNavigate();
  useEffect(() => {
    const page = isHome ? takePageBeforeSignIn() : undefined;
    if (page !== undefined) void navigate(page, { replace: true });
  }, [isHome, navigate]);
}

function Unavailable({ onRetry }: { onRetry: () => void }): ReactNode {
  const { name } = useProduct();
  return (
    <CenteredPage>
      <div role="alert" className="max-w-[26rem] text-center">
        <h1 className="text-h2 tracking-tight">Couldn't reach {name}</h1>
        <p className="mt-3 text-lede text-fg-muted">
          Check your connection and try again.{' '}
          <Link to={PATHS.status} className="underline underline-offset-4">
            See system status
          </Link>
          .
        </p>
        <Button className="mt-7" onClick={onRetry}>
          Try again
        </Button>
      </div>
    </CenteredPage>
  );
}

function AdminRequired({ reason }: { reason: string }): ReactNode {
  return (
    <Card>
      <EmptyState icon={<ShieldAlert />} title="Admin Access Required" text={reason}>
        <ButtonLink to={PATHS.home} variant="outline">
          Back to home
        </ButtonLink>
      </EmptyState>
    </Card>
  );
}

function RedirectToSignIn(): ReactNode {
  useEffect(redirectToSignIn, []);
  return <LoadingScreen />;
}

function RedirectToLogin(): ReactNode {
  const { pathname, search, hash } = useLocation();
  const page = pathname + search + hash;
  useEffect(() => leaveApp(loginPathFrom(page)), [page]);
  return <LoadingScreen />;
}
