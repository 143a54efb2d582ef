import { browserLocation } from '../lib/browser-location';

const KEY = 'reloaded-build';

/**
 * A tab that was open during a deploy asks for files that are gone. One reload brings the new build; should that fail in
 * the same way, the error is shown instead of reloading for ever. Without a network a reload would only lose the page.
 * @param build names the running build
 */
export function reloadAfterDeploy(build: string): void {
  window.addEventListener('vite:preloadError', (event) => {
    if (!navigator.onLine || sessionStorage.getItem(KEY) === build) return;
    sessionStorage.setItem(KEY, build);
    event.preventDefault();
    browserLocation.reload();
  });
}
