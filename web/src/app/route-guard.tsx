import { useEffect, type ReactNode } from 'react';
import { Navigate, useLocation } from 'react-router';

import { loginPathFrom, PATHS } from '../lib/paths';
import { useSession } from '../lib/session';
import { leaveFor, signInAgain } from '../lib/sign-in-redirect';
import { AdminRequired } from './admin-required';
import { Frame } from './layout';
import { LoadingScreen } from './loading-screen';
import { NotFoundPage } from './not-found-page';
import { VIEWS, type Access } from './route-access';
import { HOMES, type Screen } from './routes';
import { UnavailablePage } from './unavailable-page';

interface GuardProps {
  access: Access;
  /** Left out for `/`, which has one screen for each kind of visitor. */
  screen?: Screen;
}

/** Decides what a path shows to whoever asks. The only place that does. */
export function Guard({ access, screen }: GuardProps): ReactNode {
  const session = useSession();
  const view = VIEWS[access][session.state];
  // As a key: nothing that was typed or opened for one account is left for the next.
  const accountId = 'user' in session ? session.user.id : undefined;
  switch (view) {
    case 'loading':
      return <LoadingScreen />;
    case 'unavailable':
      return session.state === 'unavailable' && <UnavailablePage onRetry={session.retry} />;
    case 'not-found':
      return <NotFoundPage />;
    case 'go-home':
      return <Navigate to={PATHS.home} replace />;
    case 'go-to-sign-in':
      return <Navigate to={PATHS.signIn} replace />;
    case 'log-in':
      return <LogIn />;
    case 'log-in-and-return':
      return <LogInAndReturn />;
    case 'landing':
    case 'user-home':
    case 'admin-home':
      return <Frame key={accountId} screen={HOMES[view]} />;
    case 'page':
      return screen && <Frame key={accountId} screen={screen} />;
    case 'admin-required':
      return (
        screen && (
          <Frame key={accountId} screen={screen}>
            <AdminRequired reason={screen.adminRequired ?? ''} />
          </Frame>
        )
      );
  }
}

function LogIn(): ReactNode {
  useEffect(signInAgain, []);
  return <LoadingScreen />;
}

function LogInAndReturn(): ReactNode {
  const { pathname, search } = useLocation();
  useEffect(() => leaveFor(loginPathFrom(pathname + search)), [pathname, search]);
  return <LoadingScreen />;
}
