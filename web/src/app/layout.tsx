import { Suspense, useEffect, useEffectEvent, useLayoutEffect, type ReactNode } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router';

import { useImpersonatedName } from '../features/impersonation/api';
import { pageTitle, useDocumentTitle } from '../lib/browser/use-document-title';
import { useStore } from '../lib/store';
import { Skeleton } from '../ui/feedback/skeleton';
import { LazyPart, lazyPart } from '../ui/lazy-part';
import { LoadingScreen } from './loading-screen';
import type { PageDefinition } from './routes';
import { restoreScrollPosition, scrollToTop } from './scroll-restoration';

const Shell = lazyPart(async () => (await import('./shell')).Shell);

interface LayoutProps {
  page: PageDefinition;
  /** Rendered instead of the page's own component. */
  children?: ReactNode;
}

export function Layout({ page, children }: LayoutProps): ReactNode {
  const { Component, title, subtitle, isBare } = page;
  const impersonatedName = useImpersonatedName();
  const currentTitle = useStore(pageTitle) ?? title;
  useDocumentTitle(impersonatedName === null ? currentTitle : `${currentTitle} (viewing as ${impersonatedName})`);
  const content = (
    <>
      {children ?? <Component />}
      <ScrollAndFocus />
    </>
  );
  return (
    <Suspense fallback={<LoadingScreen />}>
      {isBare ? (
        content
      ) : (
        <Shell title={title} subtitle={subtitle}>
          <LazyPart key={title} fallback={<PageSkeleton />}>
            {content}
          </LazyPart>
        </Shell>
      )}
    </Suspense>
  );
}

function PageSkeleton(): ReactNode {
  return (
    <div role="status">
      <Skeleton className="h-28 rounded-card" label="Loading page" />
      <Skeleton className="mt-6 h-72 rounded-card" />
    </div>
  );
}

// After navigation, scrolls to the top of the page, or to the previous position on back and forward, and focuses the
// heading so that screen readers announce it.
function ScrollAndFocus(): null {
  const { pathname, hash, key } = useLocation();
  const hasSection = hash !== ''; // the section scrolls and takes focus itself
  const isHistoryNavigation = useNavigationType() === NavigationType.Pop; // also true after a reload
  const updateScroll = useEffectEvent(() => {
    if (isHistoryNavigation) restoreScrollPosition();
    else if (!hasSection) scrollToTop();
  });
  const focusHeading = useEffectEvent(() => {
    const isFirstPage = key === 'default';
    if (isFirstPage || hasSection) return;
    const heading = document.querySelector('h1');
    heading?.setAttribute('tabindex', '-1');
    heading?.focus({ preventScroll: true });
  });
  useLayoutEffect(() => updateScroll(), [pathname]);
  useEffect(() => focusHeading(), [pathname]);
  return null;
}
