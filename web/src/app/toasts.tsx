import type { ReactNode } from 'react';

import { useStore } from '../lib/store';
import { toastStore } from '../lib/toast-store';
import { LazyPart, lazyPart } from '../ui/lazy-part';

const Toaster = lazyPart(async () => (await import('../ui/feedback/toaster')).Toaster);

/** Nothing until there is something to say: most visits end without a toast. */
export function Toasts(): ReactNode {
  return (
    useStore(toastStore) && (
      <LazyPart onClose={() => toastStore.set(null)}>
        <Toaster />
      </LazyPart>
    )
  );
}
