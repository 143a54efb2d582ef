import { startTransition, StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router';

import { browserLocation } from '../lib/browser/browser-location';
import { readProduct } from '../lib/product';
import { createQueryClient } from '../lib/queries/query-client';
import { userQuery } from '../lib/session/session';
import { App } from './app';
import { reloadAfterDeploy } from './reload-after-deploy';
import { trackScrollPositions } from './scroll-restoration';

import './styles.css';

const TOASTER_DELAY_MS = 3_000;

reloadAfterDeploy(document.querySelector<HTMLScriptElement>('script[type=module]')?.src ?? '');
trackScrollPositions();
// A page restored from the back/forward cache may belong to a session that has ended.
window.addEventListener('pageshow', (event) => {
  if (event.persisted) browserLocation.reload();
});

const queryClient = createQueryClient();
// The API marks pages served without a session, because requesting the user would only log a 401.
if (document.documentElement.dataset['session'] === 'none') queryClient.setQueryData(userQuery.queryKey, null);
else void import('./shell'); // loads while the API identifies the user, who most likely needs it

const app = (
  <StrictMode>
    <BrowserRouter>
      <App product={readProduct(document)} queryClient={queryClient} />
    </BrowserRouter>
  </StrictMode>
);
const root = document.getElementById('root');
if (!root) throw new Error('The page has no root element');
// Transitions keep taps and scrolling responsive while React renders.
startTransition(() => {
  if ('prerendered' in root.dataset) hydrateRoot(root, app);
  else createRoot(root).render(app);
});

// Preloaded after the page, because the first toast may be about a lost connection.
setTimeout(() => void import('../ui/feedback/toaster'), TOASTER_DELAY_MS);
