import { Suspense, useEffect, type ReactNode } from 'react';
import { useLocation } from 'react-router';

import { useImpersonatedName } from '../features/impersonation/api';
import { useDocumentTitle } from '../lib/document-title';
import { LazyPart, lazyPart } from '../ui/lazy-part';
import { LoadingScreen } from './loading-screen';
import { PageLoading } from './page-loading';
import type { Screen } from './screens';

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
  const page = <>{children ?? <Page />}<Arrival /></>;
  return (
    <Suspense fallback={<LoadingScreen />}>
      {frame === 'bare' ? page : (
        <Shell title={title} subtitle={subtitle}>
          <LazyPart key={title} fallback={<PageLoading />}>{page}</LazyPart>
        </Shell>
      )}
    </Suspense>
  );
}

/** After a change of page: starts at its top, and puts the focus on its heading, which is then read out. */
function Arrival(): null {
  const { pathname, key } = useLocation();
  const isFirstPage = key === 'default';
  useEffect(() => {
    if (isFirstPage) return;
    window.scrollTo(0, 0);
    const heading = document.querySelector('h1');
    heading?.setAttribute('tabindex', '-1');
    heading?.focus({ preventScroll: true });
  }, [pathname, isFirstPage]);
  return null;
}
