import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import { Suspense, type ReactNode } from 'react';
import { MemoryRouter } from 'react-router';

import { NO_LEGAL_DETAILS, ProductProvider, type Product } from '../lib/product';
import { createQueryClient } from '../lib/queries/query-client';
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

export function renderWithProviders(
  element: ReactNode,
  queryClient = createQueryClient(),
  {
    product = TEST_PRODUCT,
    path = '/',
    toaster = <Toaster />,
  }: { product?: Product; path?: string; toaster?: ReactNode } = {},
): QueryClient {
  render(
    <ProductProvider product={product}>
      <QueryClientProvider client={queryClient}>
        <MemoryRouter initialEntries={[path]}>
          <Suspense>{element}</Suspense>
        </MemoryRouter>
        {toaster}
      </QueryClientProvider>
    </ProductProvider>,
  );
  return queryClient;
}
