import { browserLocation } from '../browser/browser-location';
import { readStoredObject, writeStorage } from '../browser/storage';
import { COPY } from '../copy';
import { toastBeforeLeaving } from '../messages/toast-store';
import { API_PATHS } from '../paths';

// True once the browser is leaving the app. Failing requests are ignored from then on.
let isLeavingApp = false;

const RETURN_KEY = 'page-before-sign-in';
const RETURN_TIMEOUT_MS = 600_000;

/** Announces that the session has ended and goes to the sign-in page, only once no matter how many requests fail. */
export function redirectToSignIn(): void {
  if (isLeavingApp) return;
  isLeavingApp = true;
  rememberPage(browserLocation.page());
  toastBeforeLeaving({ ...COPY.unauthorized, tone: 'danger' }, () => {
    isLeavingApp = false;
    browserLocation.assign(API_PATHS.login);
  });
}

/** Returns and clears the page on which this tab's session recently ended. */
export function takePageBeforeSignIn(): string | undefined {
  const { page, at } = readStoredObject<{ page: string; at: number }>('sessionStorage', RETURN_KEY);
  writeStorage('sessionStorage', RETURN_KEY, null);
  return at !== undefined && Date.now() - at < RETURN_TIMEOUT_MS ? page : undefined;
}

// After signing in, the home page redirects to this page.
function rememberPage(page: string): void {
  writeStorage('sessionStorage', RETURN_KEY, JSON.stringify({ page, at: Date.now() }));
}

/** Leaves the app, for example to sign out. Requests that fail after that don't redirect to the sign-in page. */
export function leaveApp(path: string): void {
  isLeavingApp = true;
  browserLocation.assign(path);
}
