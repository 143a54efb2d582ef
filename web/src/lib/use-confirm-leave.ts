import { useEffect } from 'react';

/** Makes the browser ask before leaving a page whose contents cannot be shown again. */
export function useConfirmLeave(): void {
  useEffect(() => {
    const confirmLeave = (event: BeforeUnloadEvent): void => event.preventDefault();
    window.addEventListener('beforeunload', confirmLeave);
    return () => window.removeEventListener('beforeunload', confirmLeave);
  }, []);
}
