import { cleanup, fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

import { fullCall } from '../../../testing/calls';
import { FakeResponse } from '../../../testing/fake-api';
import { getTexts } from '../../../testing/get-texts';
import {
  adjacentCalls,
  getAudioElement,
  mockAudioPlayback,
  playTo,
  renderCall,
  getSeekSlider,
} from '../../../testing/render-call';
import { CALL_DETAILS_COPY } from './call-details-copy';

const play = mockAudioPlayback();

describe('Player', () => {
  it('plays the recording and announces the position in words', async () => {
    await renderCall();
    expect(getAudioElement()).toHaveAttribute('src', '/api/calls/c1/audio');
    await userEvent.click(screen.getByRole('button', { name: 'Play' }));
    expect(screen.getByRole('button', { name: 'Pause' })).toBeVisible();
    playTo(65);
    expect(getSeekSlider()).toHaveAttribute('aria-valuetext', '1 minute 5 seconds of 1 minute 12 seconds');
    await userEvent.click(screen.getByRole('button', { name: 'Pause' }));
    expect(screen.getByRole('button', { name: 'Play' })).toBeVisible();
  });

  it.each([
    ['running', 'unchecked', CALL_DETAILS_COPY.recordingWithheld],
    ['failed', 'pending', CALL_DETAILS_COPY.recordingNotRedacted],
  ] as const)('explains why a recording cannot be played yet: %s', async (state, audioRedaction, text) => {
    const { links } = fullCall();
    await renderCall(fullCall({ state, audioRedaction, hasRecording: false, links: { ...links, audio: null } }));
    expect(screen.getByText(text)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Play' })).not.toBeInTheDocument();
    expect(screen.queryByRole('link', { name: 'Recording' })).not.toBeInTheDocument();
  });

  it('is not shown for a call that was submitted with a transcript', async () => {
    const { links } = fullCall();
    await renderCall(fullCall({ hasGivenTranscript: true, hasRecording: false, links: { ...links, audio: null } }));
    expect(screen.getByRole('region', { name: 'Details' })).toBeVisible();
    expect(screen.queryByRole('region', { name: 'Recording' })).not.toBeInTheDocument();
    expect(screen.queryByText(CALL_DETAILS_COPY.notKept)).not.toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Reprocess' })).toBeVisible();
  });

  it('shows how much of the recording was readable', async () => {
    await renderCall(fullCall({ recordingLoss: { readSeconds: 9.02, statedSeconds: 18.04 } }));
    expect(screen.getByText('9 of 18 s could be read.')).toBeVisible();
  });

  it('skips ten seconds back and forward within the recording, and seeks to any position', async () => {
    await renderCall();
    await userEvent.click(screen.getByRole('button', { name: 'Forward 10 seconds' }));
    expect(getAudioElement().currentTime).toBe(10);
    await userEvent.click(screen.getByRole('button', { name: 'Back 10 seconds' }));
    await userEvent.click(screen.getByRole('button', { name: 'Back 10 seconds' }));
    expect(getAudioElement().currentTime).toBe(0);
    fireEvent.change(getSeekSlider(), { target: { value: '70' } });
    await userEvent.click(screen.getByRole('button', { name: 'Forward 10 seconds' }));
    expect(getAudioElement().currentTime).toBe(72);
  });

  it('offers four speeds', async () => {
    await renderCall();
    await userEvent.click(screen.getByRole('button', { name: '1.5 times' }));
    expect(getAudioElement().playbackRate).toBe(1.5);
    expect(screen.getByRole('button', { name: '1.5 times' })).toHaveAttribute('aria-pressed', 'true');
    expect(getTexts(screen.getByRole('group', { name: 'Speed' }), 'button')).toEqual(['1×', '1.25×', '1.5×', '2×']);
  });

  it('responds to keyboard shortcuts unless the focused control uses the key', async () => {
    await renderCall();
    await userEvent.keyboard('k');
    expect(getAudioElement().paused).toBe(false);
    await userEvent.keyboard(' ');
    expect(getAudioElement().paused).toBe(true);
    await userEvent.keyboard('ll');
    expect(getAudioElement().currentTime).toBe(20);
    await userEvent.keyboard('j{ArrowRight}');
    expect(getAudioElement().currentTime).toBe(15);
    getSeekSlider().focus();
    await userEvent.keyboard('{ArrowLeft}');
    expect(getAudioElement().currentTime).toBe(14);
    await userEvent.keyboard('{Shift>}n{/Shift}');
    expect(adjacentCalls.showNext).toHaveBeenCalledTimes(1);
    await userEvent.keyboard('{Shift>}p{/Shift}');
    expect(adjacentCalls.showPrevious).toHaveBeenCalledTimes(1);
    screen.getByRole('button', { name: 'Copy as note' }).focus();
    const playCallsBefore = play().mock.calls.length;
    await userEvent.keyboard(' ');
    expect(play()).toHaveBeenCalledTimes(playCallsBefore);
  });

  it('plays from a span on the mood track', async () => {
    await renderCall();
    await userEvent.click(screen.getByRole('button', { name: 'Negative, 0:42 to 1:10' }));
    expect(getAudioElement().currentTime).toBe(42);
    expect(getAudioElement().paused).toBe(false);
  });

  it('pauses when the call is closed', async () => {
    await renderCall();
    await userEvent.click(screen.getByRole('button', { name: 'Play' }));
    const element = getAudioElement();
    expect(element.paused).toBe(false);
    cleanup();
    expect(element.paused).toBe(true);
  });

  it('shows a regular slider if there is no waveform', async () => {
    await renderCall(fullCall({ peaks: null }));
    expect(getSeekSlider()).toBeVisible();
  });

  it.each([
    ['was deleted', new FakeResponse(404), CALL_DETAILS_COPY.recordingGone, false],
    ['cannot be decoded', new FakeResponse(200), CALL_DETAILS_COPY.notPlayable, true],
    ['cannot be served', new FakeResponse(503), CALL_DETAILS_COPY.recordingNotLoaded, true],
    [
      'cannot be reached',
      () => Promise.reject(new TypeError('Failed to fetch')),
      CALL_DETAILS_COPY.recordingNotLoaded,
      true,
    ],
  ])(
    'shows a message when the recording %s, with a retry button if retrying can help',
    async (_case, response, message, canRetry) => {
      const load = jest.spyOn(HTMLMediaElement.prototype, 'load').mockReturnValue(undefined);
      await renderCall(fullCall(), { 'HEAD /api/calls/c1/audio': response });
      fireEvent.error(getAudioElement());
      expect(await screen.findByRole('alert')).toHaveTextContent(message);
      expect(screen.queryByRole('slider')).not.toBeInTheDocument();
      expect(screen.queryAllByRole('button', { name: 'Try again' })).toHaveLength(canRetry ? 1 : 0);
      if (!canRetry) return;
      await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
      expect(load).toHaveBeenCalledTimes(1);
      expect(getSeekSlider()).toBeVisible();
      expect(screen.getByRole('region', { name: 'Recording' })).toHaveFocus();
    },
  );
});
