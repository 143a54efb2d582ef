import { startTransition, StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router';

import { browserLocation } from '../lib/browser-location';
import { readProduct } from '../lib/product';
import { createQueryClient } from '../lib/query-client';
import { userQuery } from '../lib/session';
import { App } from './app';
import { reloadAfterDeploy } from './reload-after-deploy';
import { rememberScrollPositions } from './scroll-restoration';

import './styles.css';

reloadAfterDeploy(document.querySelector<HTMLScriptElement>('script[type=module]')?.src ?? '');
rememberScrollPositions();
// A page that comes back from the browser's memory may belong to a session that has ended since.
window.addEventListener('pageshow', (event) => {
  if (event.persisted) browserLocation.reload();
});

const queryClient = createQueryClient();
// The API marks pages for people without a session: asking who they are would only log a 401.
if (document.documentElement.dataset['session'] === 'none') queryClient.setQueryData(userQuery.queryKey, null);
else void import('./shell'); // most likely needed, and it can come while the API says who is here

const app = (
  <StrictMode>
    <BrowserRouter>
      <App product={readProduct(document)} queryClient={queryClient} />
    </BrowserRouter>
  </StrictMode>
);
const root = document.getElementById('root');
if (!root) throw new Error('The page has no element to draw in.');
// As transitions they let taps and scrolling through in between.
startTransition(() => {
  if ('prerendered' in root.dataset) hydrateRoot(root, app);
  else createRoot(root).render(app);
});

void import('../ui/feedback/toaster'); // not needed yet, but the first toast may be about the network being away
