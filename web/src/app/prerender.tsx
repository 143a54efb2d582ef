import { StrictMode, type ReactElement } from 'react';
import { prerender } from 'react-dom/static';
import { StaticRouter } from 'react-router';

import { PRODUCT_PLACEHOLDERS, ProductProvider } from '../lib/product';
import { createQueryClient } from '../lib/queries/query-client';
import { userQuery } from '../lib/session/session';
import { App } from './app';
import { LoadingScreen } from './loading-screen';

/** Renders the landing page to HTML at build time, with placeholders for the operator's settings. */
export function renderLandingPage(): Promise<string> {
  const queryClient = createQueryClient();
  queryClient.setQueryData(userQuery.queryKey, null);
  return renderToHtml(
    <StrictMode>
      <StaticRouter location="/">
        <App product={PRODUCT_PLACEHOLDERS} queryClient={queryClient} />
      </StaticRouter>
    </StrictMode>,
  );
}

/** Renders the screen that all other pages show until their code has loaded. */
export function renderLoadingScreen(): Promise<string> {
  return renderToHtml(
    <ProductProvider product={PRODUCT_PLACEHOLDERS}>
      <LoadingScreen />
    </ProductProvider>,
  );
}

async function renderToHtml(element: ReactElement): Promise<string> {
  // Renders in one chunk, because later chunks need inline scripts, which the content security policy forbids.
  const { prelude } = await prerender(element, {
    progressiveChunkSize: Number.POSITIVE_INFINITY,
    onError: (error) => {
      throw error;
    },
  });
  return new Response(prelude).text();
}
