import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import { Suspense, type ReactNode } from 'react';
import { MemoryRouter } from 'react-router';

import { ProductProvider, type Product } from '../lib/product';
import { createQueryClient } from '../lib/query-client';
import { Toaster } from '../ui/feedback/toaster';
import { TooltipProvider } from '../ui/overlays/tooltip';

export const TEST_PRODUCT: Product = {
  name: 'Ringwell',
  supportEmail: 'help@ringwell.example',
  supportPhone: '(555) 010-0199',
  privacyUrl: 'https://ringwell.example/privacy',
  termsUrl: 'https://ringwell.example/terms',
};

export function renderWithProviders(element: ReactNode, queryClient = createQueryClient(), path = '/'): QueryClient {
  render(
    <ProductProvider product={TEST_PRODUCT}>
      <QueryClientProvider client={queryClient}>
        <TooltipProvider>
          <MemoryRouter initialEntries={[path]}>
            <Suspense>{element}</Suspense>
          </MemoryRouter>
          <Toaster />
        </TooltipProvider>
      </QueryClientProvider>
    </ProductProvider>,
  );
  return queryClient;
}
