import '@testing-library/jest-dom';
import { cleanup, configure, getConfig } from '@testing-library/react';

import { toastStore } from '../lib/messages/toast-store';
import { stayOnAccount } from '../lib/session/session';
import { setViewportWidth } from './fake-browser';

const { getElementError } = getConfig();
configure({
  asyncUtilTimeout: 30_000, // lazy components take a while to compile on a busy machine
  // While a test waits for an element, Testing Library prints the page with each try, and again when time is up.
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
  stayOnAccount(); // also where a test ended before an account was switched
  jest.useRealTimers();
  jest.restoreAllMocks();
  document.cookie = 'sidebar_state=; max-age=0; path=/';
  sessionStorage.clear();
  localStorage.clear();
});
