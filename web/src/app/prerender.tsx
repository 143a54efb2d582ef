import { StrictMode } from 'react';
import { prerender } from 'react-dom/static';
import { StaticRouter } from 'react-router';

import { PRODUCT_PLACEHOLDERS } from '../lib/product';
import { createQueryClient } from '../lib/query-client';
import { userQuery } from '../lib/session';
import { App } from './app';

/** The landing page as HTML, with placeholders for what the operator sets. Made once, at build time. */
export async function renderLandingPage(): Promise<string> {
  const queryClient = createQueryClient();
  queryClient.setQueryData(userQuery.queryKey, null);
  const { prelude } = await prerender(
    <StrictMode>
      <StaticRouter location="/"><App product={PRODUCT_PLACEHOLDERS} queryClient={queryClient} /></StaticRouter>
    </StrictMode>,
    // Whole in one piece: parts that come later need inline scripts, which the content security policy forbids.
    { progressiveChunkSize: Number.POSITIVE_INFINITY, onError: (error) => { throw error; } },
  );
  return new Response(prelude).text();
}
