import { browserLocation } from '../lib/browser/browser-location';
import { reloadAfterDeploy } from './reload-after-deploy';

it('reloads once for each build if the browser can store that, then leaves the error to Vite', () => {
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
