import { lazy, Suspense, type ReactNode } from 'react';

import { useStore } from '../lib/store';
import { toastStore } from '../lib/toast-store';

const Toaster = lazy(async () => ({ default: (await import('../ui/toaster')).Toaster }));

/** Nothing until there is something to say: most visits end without a toast. */
export function Toasts(): ReactNode {
  return useStore(toastStore) && <Suspense><Toaster /></Suspense>;
}
