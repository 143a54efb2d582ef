import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useRoutes, type RouteObject } from 'react-router';

import { ImpersonationBanner } from '../features/impersonation/impersonation-banner';
import { toastStore } from '../lib/messages/toast-store';
import { PATHS } from '../lib/paths';
import { ProductProvider, type Product } from '../lib/product';
import { identityConfirmation } from '../lib/session/identity-confirmation';
import { useStore } from '../lib/store';
import { LazyPart, lazyPart } from '../ui/lazy-part';
import { ErrorBoundary } from './error-boundary';
import { NotFoundPage } from './not-found-page';
import { RouteGuard } from './route-guard';
import { ROUTES } from './routes';

const Toaster = lazyPart(async () => (await import('../ui/feedback/toaster')).Toaster);

const ConfirmIdentityDialog = lazyPart(
  async () => (await import('../features/account/confirm-identity-dialog')).ConfirmIdentityDialog,
);

const PAGES: RouteObject[] = [
  { path: PATHS.home, element: <RouteGuard access="home" /> },
  ...ROUTES.map((page) => ({ path: page.path, element: <RouteGuard access={page.access} page={page} /> })),
  { path: '*', element: <NotFoundPage /> },
];

export function App({ product, queryClient }: { product: Product; queryClient: QueryClient }): ReactNode {
  return (
    <ProductProvider product={product}>
      <QueryClientProvider client={queryClient}>
        <a
          href="#main"
          className="sr-only z-50 rounded-control bg-primary font-semibold text-on-primary focus:not-sr-only focus:fixed focus:top-3 focus:left-3 focus:px-4 focus:py-2.5"
        >
          Skip to content
        </a>
        <ErrorBoundary>
          <ImpersonationBanner />
          <Page />
        </ErrorBoundary>
        <IdentityConfirmation />
        <Toasts />
      </QueryClientProvider>
    </ProductProvider>
  );
}

function Page(): ReactNode {
  return useRoutes(PAGES);
}

// Shown above the page or dialog that sent the request.
function IdentityConfirmation(): ReactNode {
  const pendingConfirmation = useStore(identityConfirmation);
  return (
    pendingConfirmation && (
      <LazyPart onClose={() => pendingConfirmation.settle(false)}>
        <ConfirmIdentityDialog onSettle={pendingConfirmation.settle} />
      </LazyPart>
    )
  );
}

// Loads the toaster with the first toast, because most visits never show one.
function Toasts(): ReactNode {
  return (
    useStore(toastStore) && (
      <LazyPart onClose={() => toastStore.set(null)}>
        <Toaster />
      </LazyPart>
    )
  );
}
