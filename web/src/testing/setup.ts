import '@testing-library/jest-dom';
import { cleanup, configure, getConfig } from '@testing-library/react';

import { toastStore } from '../lib/messages/toast-store';
import { cancelLeaving } from '../lib/session/session';
import { setViewportWidth } from './fake-browser';

const { getElementError } = getConfig();
configure({
  asyncUtilTimeout: 30_000, // lazy components take a while to compile on a busy machine
  // Testing Library would print the page on every retry. This prints it only on timeout.
  getElementError: (message, container) =>
    Reflect.get(getConfig(), '_disableExpensiveErrorDiagnostics') === true
      ? new Error(message ?? '')
      : getElementError(message, container),
});

beforeEach(() => {
  setViewportWidth(1_280);
});

afterEach(() => {
  cleanup();
  toastStore.set(null);
  cancelLeaving(); // a test may end while an account is being switched
  jest.useRealTimers();
  jest.restoreAllMocks();
  document.cookie = 'sidebar_state=; max-age=0; path=/';
  sessionStorage.clear();
  localStorage.clear();
});
