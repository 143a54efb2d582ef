import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import { Suspense, type ReactNode } from 'react';
import { MemoryRouter } from 'react-router';

import { NO_LEGAL_FACTS, ProductProvider, type Product } from '../lib/product';
import { createQueryClient } from '../lib/query-client';
import { Toaster } from '../ui/feedback/toaster';
import { TooltipProvider } from '../ui/overlays/tooltip';

export const TEST_PRODUCT: Product = {
  name: 'Ringwell',
  supportEmail: 'help@ringwell.example',
  supportPhone: '(555) 010-0199',
  privacyUrl: 'https://ringwell.example/privacy',
  termsUrl: 'https://ringwell.example/terms',
  legal: NO_LEGAL_FACTS,
};

export function renderWithProviders(
  element: ReactNode,
  queryClient = createQueryClient(),
  product: Product = TEST_PRODUCT,
): QueryClient {
  render(
    <ProductProvider product={product}>
      <QueryClientProvider client={queryClient}>
        <TooltipProvider>
          <MemoryRouter>
            <Suspense>{element}</Suspense>
          </MemoryRouter>
          <Toaster />
        </TooltipProvider>
      </QueryClientProvider>
    </ProductProvider>,
  );
  return queryClient;
}
