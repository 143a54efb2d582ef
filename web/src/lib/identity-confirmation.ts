import { Store } from './store';

interface PendingConfirmation {
  /** Ends it. @param isConfirmed whether the person proved who they are */
  settle: (isConfirmed: boolean) => void;
}

/** The question whether it is really the signed-in person; null while there is none. The app renders its dialog. */
export const identityConfirmation = new Store<PendingConfirmation | null>(null);

let pending: Promise<boolean> | null = null;

/** Asks for the password again, once for all requests that wait for it. Resolves to false when it is canceled. */
export function confirmIdentity(): Promise<boolean> {
  pending ??= new Promise((resolve) => {
    identityConfirmation.set({
      settle: (isConfirmed) => {
        pending = null;
        identityConfirmation.set(null);
        resolve(isConfirmed);
      },
    });
  });
  return pending;
}
