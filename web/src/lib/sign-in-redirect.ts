import { browserLocation } from './browser-location';
import { LEAVE_DELAY_MS } from './constants';
import { COPY } from './copy';
import { API_PATHS } from './paths';
import { toast } from './toast-store';

// True while the browser leaves the app; failing requests are ignored from then on.
let leaving = false;

/** Announces that the session has ended and goes to the sign-in page; only once, however many requests fail. */
export function redirectToSignIn(): void {
  if (leaving) return;
  leaving = true;
  toast({ ...COPY.unauthorized, tone: 'danger' });
  setTimeout(() => {
    leaving = false;
    browserLocation.assign(API_PATHS.login);
  }, LEAVE_DELAY_MS);
}

/** Leaves the app, such as to sign out. Requests that fail meanwhile do not redirect to the sign-in page. */
export function leaveApp(path: string): void {
  leaving = true;
  browserLocation.assign(path);
}
