import { useEffect } from 'react';

/** Makes the browser ask for confirmation before leaving a page with content that can't be shown again. */
export function useConfirmLeave(isNeeded = true): void {
  useEffect(() => {
    if (!isNeeded) return undefined;
    const confirmLeave = (event: BeforeUnloadEvent): void => event.preventDefault();
    window.addEventListener('beforeunload', confirmLeave);
    return () => window.removeEventListener('beforeunload', confirmLeave);
  }, [isNeeded]);
}
