import type { MouseEvent } from 'react';

import { api, unwrap } from '../../api/client';
import { browserLocation } from '../browser/browser-location';
import { Store } from '../store';

interface PendingConfirmation {
  /** Ends the request. @param isConfirmed whether the user confirmed their identity */
  settle: (isConfirmed: boolean) => void;
}

/** The pending request to confirm the user's identity, or null. The app renders its dialog. */
export const identityConfirmation = new Store<PendingConfirmation | null>(null);

let pending: Promise<boolean> | null = null;

/** Asks for the password again, once for all pending requests. Resolves to false when canceled. */
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

/**
 * Starts an action that needs a recent sign-in, such as opening a dialog. First asks the user to confirm their
 * identity, unless they did so recently. If they cancel, runs `cancel` instead.
 */
export async function runAfterConfirmation(start: () => void, cancel?: () => void): Promise<void> {
  // If this request fails, the change itself asks for confirmation or reports the error.
  const method = await unwrap(api.GET('/api/auth/confirm')).catch(() => undefined);
  if (method?.isConfirmed !== false || (await confirmIdentity())) start();
  else cancel?.();
}

/** Applies a choice in a form, and reverts it if the user cancels the required confirmation. */
export function chooseWithConfirmation<Choice>(
  applyChoice: (choice: Choice) => void,
  choice: Choice,
  previousChoice: Choice,
): void {
  applyChoice(choice);
  void runAfterConfirmation(
    () => undefined,
    () => applyChoice(previousChoice),
  );
}

/** Downloads a link's file after confirming the user's identity. */
export function confirmAndDownload(event: MouseEvent<HTMLAnchorElement>): void {
  event.preventDefault();
  const { href } = event.currentTarget;
  void runAfterConfirmation(() => browserLocation.download(href));
}
