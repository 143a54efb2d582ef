import { useEffect } from 'react';

/** Makes the browser ask before the page is left, while what it shows cannot be shown again. */
export function useConfirmLeave(isNeeded = true): void {
  useEffect(() => {
    if (!isNeeded) return undefined;
    const confirmLeave = (event: BeforeUnloadEvent): void => event.preventDefault();
    window.addEventListener('beforeunload', confirmLeave);
    return () => window.removeEventListener('beforeunload', confirmLeave);
  }, [isNeeded]);
}
