import { act, fireEvent, screen } from '@testing-library/react';

import type { CurrentUser, FullCall } from '../api/types';
import { CallView } from '../features/calls/details/call-view';
import { DELIVERY, fullCall, TRANSCRIPT } from './calls';
import { fakeApi, type FakeApi } from './fake-api';
import { renderWithProviders } from './render-with-providers';
import { TEST_USERS } from './test-users';

// Mocks playback, which jsdom lacks. Returns the mock of `play`.
export function mockAudioPlayback(): () => jest.SpyInstance {
  let play: jest.SpyInstance;
  beforeEach(() => {
    const paused = new WeakMap<HTMLMediaElement, boolean>();
    jest.spyOn(HTMLMediaElement.prototype, 'paused', 'get').mockImplementation(function isPaused(
      this: HTMLMediaElement,
    ) {
      return paused.get(this) ?? true;
    });
    play = jest.spyOn(HTMLMediaElement.prototype, 'play').mockImplementation(function start(this: HTMLMediaElement) {
      paused.set(this, false);
      fireEvent.play(this);
      return Promise.resolve();
    });
    jest.spyOn(HTMLMediaElement.prototype, 'pause').mockImplementation(function stop(this: HTMLMediaElement) {
      paused.set(this, true);
      fireEvent.pause(this);
    });
  });
  return () => play;
}

export const adjacentCalls = { showPrevious: jest.fn(), showNext: jest.fn() };

export const onDeleted = jest.fn();

export async function renderCall(
  call: FullCall = fullCall(),
  responses: Record<string, unknown> = {},
  user: CurrentUser = TEST_USERS.user,
): Promise<FakeApi> {
  const api = fakeApi({
    'GET /api/calls/c1': call,
    'GET /api/calls/c1/transcript': TRANSCRIPT,
    'GET /api/calls/c1/deliveries': [DELIVERY],
    'GET /api/follow-ups': { followUps: [], nextCursor: null },
    ...responses,
  });
  renderWithProviders(
    <CallView id="c1" adjacentCalls={adjacentCalls} closeButton={<button>Close</button>} onDeleted={onDeleted} />,
    { user },
  );
  await screen.findByRole('heading', { name: 'Marlene Ortiz' });
  return api;
}

export function getAudioElement(): HTMLAudioElement {
  const audio = document.querySelector('audio');
  if (!audio) throw new Error('There is no audio element');
  return audio;
}

export function playTo(seconds: number): void {
  act(() => {
    getAudioElement().currentTime = seconds;
    fireEvent.timeUpdate(getAudioElement());
  });
}

export const getSeekSlider = (): HTMLElement => screen.getByRole('slider', { name: 'Seek' });
