import { browserLocation } from './browser-location';
import { LEAVE_DELAY_MS } from './constants';
import { COPY } from './copy';
import { API_PATHS } from './paths';
import { toast } from './toast-store';

/** Set while the browser is on its way out of the app, when failing calls mean nothing any more. */
let leaving = false;

/** Says that the session is over and goes to the sign-in after a moment; once, however many calls fail together. */
export function signInAgain(): void {
  if (leaving) return;
  leaving = true;
  toast({ ...COPY.unauthorized, tone: 'danger' });
  setTimeout(() => {
    leaving = false;
    browserLocation.assign(API_PATHS.login);
  }, LEAVE_DELAY_MS);
}

/** Leaves the app for good, such as to sign out; the calls that fail meanwhile send nobody to the sign-in. */
export function leaveFor(path: string): void {
  leaving = true;
  browserLocation.assign(path);
}
