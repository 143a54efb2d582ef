import { browserLocation } from './browser-location';
import { COPY } from './copy';
import { API_PATHS } from './paths';
import { toastBeforeLeaving } from './toast-store';

// True while the browser leaves the app; failing requests are ignored from then on.
let leaving = false;

/** Announces that the session has ended and goes to the sign-in page; only once, however many requests fail. */
export function redirectToSignIn(): void {
  if (leaving) return;
  leaving = true;
  toastBeforeLeaving({ ...COPY.unauthorized, tone: 'danger' }, () => {
    leaving = false;
    browserLocation.assign(API_PATHS.login);
  });
}

/** Leaves the app, for example to sign out. Requests that fail in the meantime do not redirect to the sign-in page. */
export function leaveApp(path: string): void {
  leaving = true;
  browserLocation.assign(path);
}
