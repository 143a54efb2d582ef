import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { browserLocation } from '../lib/browser/browser-location';
import { reloadAfterDeploy } from './reload-after-deploy';

it('reloads a page up to ten times if its files are missing because another build responds', () => {
  jest.useFakeTimers();
  const reload = jest.fn();
  const pageScript = readFileSync(join(__dirname, '../../public/theme.js'), 'utf8');
  const openPage = window.eval(`(location) => { ${pageScript} }`) as (location: object) => void;
  const script = document.head.appendChild(document.createElement('script'));
  const countReloads = (path: string, readyState: DocumentReadyState): number => {
    jest.spyOn(document, 'readyState', 'get').mockReturnValue(readyState);
    script.src = path;
    for (let file = 0; file < 3; file += 1) script.dispatchEvent(new Event('error'));
    jest.runAllTimers();
    return reload.mock.calls.length;
  };
  openPage({ reload });
  expect(countReloads('/assets/page-1.js', 'complete')).toBe(0);
  for (const otherPath of ['https://example.com/other.js', '/assets/blocked-font.woff2'])
    expect(countReloads(otherPath, 'interactive')).toBe(0);
  for (let count = 1; count < 20; count += 1) {
    expect(countReloads('/assets/main-1.js', 'interactive')).toBe(Math.min(count, 10));
    openPage({ reload });
  }
  jest.useRealTimers();
});

it('reloads once for each build if the browser can remember it, then leaves the error to Vite', () => {
  const reload = jest.spyOn(browserLocation, 'reload').mockReturnValue(undefined);
  reloadAfterDeploy('index-1.js');
  const dispatchPreloadError = (): boolean =>
    window.dispatchEvent(new Event('vite:preloadError', { cancelable: true }));
  expect(dispatchPreloadError()).toBe(false); // if the default is prevented, Vite doesn't throw
  expect(dispatchPreloadError()).toBe(true);
  expect(reload).toHaveBeenCalledTimes(1);
  // Without storage, the tab would reload forever.
  sessionStorage.clear();
  jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('denied', 'SecurityError');
  });
  expect(dispatchPreloadError()).toBe(true);
  expect(reload).toHaveBeenCalledTimes(1);
});
