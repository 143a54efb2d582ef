import '@testing-library/jest-dom';
import { cleanup, configure } from '@testing-library/react';

import { toastStore } from '../lib/messages/toast-store';
import { stayOnAccount } from '../lib/session/session';
import { setViewportWidth } from './fake-browser';

configure({ asyncUtilTimeout: 30_000 }); // lazy components take a while to compile on a busy machine

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
