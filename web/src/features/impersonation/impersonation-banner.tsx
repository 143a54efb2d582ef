import type { ReactNode } from 'react';

import { lazyArea } from '../../ui/lazy-part';
import { useExitImpersonation, useImpersonationSync, useImpersonation } from './api';

// Loaded on demand, because most visits don't involve impersonation.
const ImpersonationNotice = lazyArea(async () => (await import('./impersonation-notice')).ImpersonationNotice);

export function ImpersonationBanner(): ReactNode {
  const impersonation = useImpersonation();
  const exitImpersonation = useExitImpersonation();
  useImpersonationSync();
  if (!impersonation) return null;
  return (
    <ImpersonationNotice
      impersonation={impersonation}
      isExiting={exitImpersonation.isPending}
      onExit={() => exitImpersonation.mutate()}
    />
  );
}
