import { Suspense, useEffect, useEffectEvent, useLayoutEffect, type ReactNode } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router';

import { useImpersonatedName } from '../features/impersonation/api';
import { useDocumentTitle } from '../lib/use-document-title';
import { LazyPart, lazyPart } from '../ui/lazy-part';
import { LoadingScreen } from './loading-screen';
import { PageLoading } from './page-loading';
import type { Screen } from './routes';
import { returnToPosition, scrollToTop } from './scroll-restoration';

const Shell = lazyPart(async () => (await import('./shell')).Shell);

interface FrameProps {
  screen: Screen;
  /** In the place of the screen's own page. */
  children?: ReactNode;
}

/** Puts a screen into its frame and names the tab after it. */
export function Frame({ screen, children }: FrameProps): ReactNode {
  const { Page, title, subtitle, frame } = screen;
  const viewedAs = useImpersonatedName();
  useDocumentTitle(viewedAs === null ? title : `${title} (viewing as ${viewedAs})`);
  const page = (
    <>
      {children ?? <Page />}
      <Arrival />
    </>
  );
  return (
    <Suspense fallback={<LoadingScreen />}>
      {frame === 'bare' ? (
        page
      ) : (
        <Shell title={title} subtitle={subtitle}>
          <LazyPart key={title} fallback={<PageLoading />}>
            {page}
          </LazyPart>
        </Shell>
      )}
    </Suspense>
  );
}

/**
 * After a change of page: starts at its top, or where it was left when the reader goes back or forward, and focuses its
 * heading, which is then read out.
 */
function Arrival(): null {
  const { pathname, key } = useLocation();
  const isReturn = useNavigationType() === NavigationType.Pop; // also when the page is loaded again
  const place = useEffectEvent(() => (isReturn ? returnToPosition() : scrollToTop()));
  const focus = useEffectEvent(() => {
    const isFirstPage = key === 'default';
    if (isFirstPage) return;
    const heading = document.querySelector('h1');
    heading?.setAttribute('tabindex', '-1');
    heading?.focus({ preventScroll: true });
  });
  useLayoutEffect(() => place(), [pathname]);
  useEffect(() => focus(), [pathname]);
  return null;
}
