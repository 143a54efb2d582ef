import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import { Suspense, useLayoutEffect, type ReactNode } from 'react';
import { MemoryRouter, useLocation } from 'react-router';

import type { CurrentUser } from '../api/types';
import { NO_LEGAL_DETAILS, ProductProvider, type Product } from '../lib/product';
import { createQueryClient } from '../lib/queries/query-client';
import { userQuery } from '../lib/session/session';
import { Toaster } from '../ui/feedback/toaster';

export const TEST_PRODUCT: Product = {
  name: 'Ringwell',
  supportEmail: 'help@ringwell.example',
  supportPhone: '(555) 010-0199',
  privacyUrl: 'https://ringwell.example/privacy',
  termsUrl: 'https://ringwell.example/terms',
  passwordMinLength: 6,
  legal: NO_LEGAL_DETAILS,
};

interface RenderOptions {
  // Null if signed out. If omitted, the app asks the API.
  user?: CurrentUser | null;
  queryClient?: QueryClient;
  product?: Product;
  path?: string;
  toaster?: ReactNode;
}

export function renderWithProviders(
  element: ReactNode,
  {
    user,
    queryClient = createQueryClient(),
    product = TEST_PRODUCT,
    path = '/',
    toaster = <Toaster />,
  }: RenderOptions = {},
): QueryClient {
  if (user !== undefined) queryClient.setQueryData(userQuery.queryKey, user);
  render(
    <ProductProvider product={product}>
      <QueryClientProvider client={queryClient}>
        <MemoryRouter initialEntries={[path]}>
          <Suspense>{element}</Suspense>
          <PathRecorder />
        </MemoryRouter>
        {toaster}
      </QueryClientProvider>
    </ProductProvider>,
  );
  return queryClient;
}

let currentPath = '';

/** The path that is shown, with its query string and fragment. */
export const getCurrentPath = (): string => currentPath;

/** Records the path for `getCurrentPath`. */
export function PathRecorder(): null {
  const { pathname, search, hash } = useLocation();
  useLayoutEffect(() => {
    currentPath = pathname + search + hash;
  });
  return null;
}
