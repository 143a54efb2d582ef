import type { QueryClient } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router';

import { App } from '../app/app';
import { createQueryClient } from '../lib/queries/query-client';
import { PathRecorder, TEST_PRODUCT } from './render-with-providers';

/** Renders the whole app at a path. @param sibling an element with the same router */
export function renderApp(path: string, sibling?: ReactNode, queryClient = createQueryClient()): QueryClient {
  render(
    <MemoryRouter initialEntries={[path]}>
      <App product={TEST_PRODUCT} queryClient={queryClient} />
      {sibling}
      <PathRecorder />
    </MemoryRouter>,
  );
  return queryClient;
}
