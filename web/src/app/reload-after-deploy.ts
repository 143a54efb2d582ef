import { browserLocation } from '../lib/browser/browser-location';
import { readStorage, writeStorage } from '../lib/browser/storage';

const KEY = 'reloaded-build';

/**
 * Tabs left open during a deploy request files that no longer exist. This reloads the tab once to get the new build. If
 * that fails too, the app shows the error. Offline, a reload would only lose the page.
 * @param build identifies the running build
 */
export function reloadAfterDeploy(build: string): void {
  window.addEventListener('vite:preloadError', (event) => {
    if (!navigator.onLine || readStorage('sessionStorage', KEY) === build) return;
    // Without storage, the tab could reload forever.
    if (!writeStorage('sessionStorage', KEY, build)) return;
    event.preventDefault();
    browserLocation.reload();
  });
}
