import { StrictMode, type ReactElement } from 'react';
import { prerender } from 'react-dom/static';
import { StaticRouter } from 'react-router';

import { PRODUCT_PLACEHOLDERS, ProductProvider } from '../lib/product';
import { createQueryClient } from '../lib/query-client';
import { userQuery } from '../lib/session';
import { App } from './app';
import { LoadingScreen } from './loading-screen';

/** The landing page as HTML, with placeholders for what the operator sets. Made once, at build time. */
export function renderLandingPage(): Promise<string> {
  const queryClient = createQueryClient();
  queryClient.setQueryData(userQuery.queryKey, null);
  return toHtml(
    <StrictMode>
      <StaticRouter location="/">
        <App product={PRODUCT_PLACEHOLDERS} queryClient={queryClient} />
      </StaticRouter>
    </StrictMode>,
  );
}

/** What stands in every other page until its code has come. */
export function renderLoadingScreen(): Promise<string> {
  return toHtml(
    <ProductProvider product={PRODUCT_PLACEHOLDERS}>
      <LoadingScreen />
    </ProductProvider>,
  );
}

async function toHtml(element: ReactElement): Promise<string> {
  // Whole in one piece: parts that come later need inline scripts, which the content security policy forbids.
  const { prelude } = await prerender(element, {
    progressiveChunkSize: Number.POSITIVE_INFINITY,
    onError: (error) => {
      throw error;
    },
  });
  return new Response(prelude).text();
}
