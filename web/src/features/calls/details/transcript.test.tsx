import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

import { SPEAKERS_GUESSED } from '@ringwell/domain/calls/transcript';

import { FOLLOW_PAUSE_MS } from '../../../lib/constants';
import { toastStore } from '../../../lib/messages/toast-store';
import { fullCall, TRANSCRIPT } from '../../../testing/calls';
import { FakeResponse } from '../../../testing/fake-api';
import { getAudioElement, mockAudioPlayback, playTo, renderCall } from '../../../testing/render-call';
import { CALL_DETAILS_COPY } from './call-details-copy';

mockAudioPlayback();

describe('TranscriptSection', () => {
  it('highlights the current line, and plays a line from its time button', async () => {
    await renderCall();
    expect(await screen.findByText(TRANSCRIPT.engineNote ?? '')).toBeVisible();
    const getLine = (text: string): HTMLElement | null => screen.getByText(text).closest('li');
    expect(getLine('Becker Plumbing.')).not.toHaveAttribute('aria-current');
    playTo(3);
    expect(getLine('I have no hot water.')).toHaveAttribute('aria-current', 'true');
    await userEvent.click(screen.getByRole('button', { name: 'Go to 1:05' }));
    expect(getAudioElement().currentTime).toBe(65);
    expect(getAudioElement().paused).toBe(false);
    expect(getLine('Send somebody today.')).toHaveAttribute('aria-current', 'true');
    expect(getLine('I have no hot water.')).not.toHaveAttribute('aria-current');
  });

  it('shows the number of tones in the recording', async () => {
    const tones = [
      { startMs: 2_500, endMs: 6_000 },
      { startMs: 9_000, endMs: 9_900 },
    ];
    await renderCall(fullCall({ audioRedaction: 'done', tones }));
    expect(await screen.findByText(CALL_DETAILS_COPY.tones(2))).toBeVisible();
  });

  it("renders each line in its language's direction", async () => {
    await renderCall();
    expect(await screen.findByText('I have no hot water.')).toHaveAttribute('dir', 'auto');
  });

  it('is a single tab stop, with arrow keys to move between lines', async () => {
    await renderCall();
    const lines = (await screen.findAllByRole('button', { name: /^Go to \d/ })).slice(-3);
    const listTabStops = (): (string | null)[] =>
      lines.filter((line) => line.tabIndex === 0).map((line) => line.getAttribute('aria-label'));
    expect(listTabStops()).toEqual(['Go to 0:00']);
    lines[0]?.focus();
    await userEvent.keyboard('{ArrowDown}');
    expect(lines[1]).toHaveFocus();
    expect(lines[1]).toHaveAccessibleDescription('I have no hot water.');
    await userEvent.keyboard('{End}');
    expect(lines[2]).toHaveFocus();
    expect(listTabStops()).toEqual(['Go to 1:05']);
    await userEvent.keyboard('{Enter}{Home}{ArrowUp}');
    expect(getAudioElement().currentTime).toBe(65);
    expect(lines[0]).toHaveFocus();
    act(() => lines[0]?.blur());
    expect(listTabStops()).toEqual(['Go to 1:05']); // the current line
  });

  it('follows playback except for four seconds after the user scrolls, and stops when Follow is off', async () => {
    await renderCall();
    const line = (await screen.findByText('Send somebody today.')).closest('li');
    const scrollSpy = jest.spyOn(Element.prototype, 'scrollIntoView');
    jest.useFakeTimers();
    playTo(1);
    expect(scrollSpy).toHaveBeenCalledTimes(1);
    if (line) fireEvent.wheel(line);
    playTo(3);
    act(() => jest.advanceTimersByTime(FOLLOW_PAUSE_MS - 1));
    expect(scrollSpy).toHaveBeenCalledTimes(1);
    act(() => jest.advanceTimersByTime(1));
    expect(scrollSpy).toHaveBeenCalledTimes(2);
    fireEvent.click(screen.getByRole('checkbox', { name: 'Follow' }));
    playTo(66);
    expect(scrollSpy).toHaveBeenCalledTimes(2);
  });

  it('shows regular paragraphs without a Follow checkbox if the transcript has no timed lines', async () => {
    await renderCall(fullCall(), {
      'GET /api/calls/c1/transcript': { ...TRANSCRIPT, segments: [], text: 'Only words.' },
    });
    expect(await screen.findByText('Only words.')).toBeVisible();
    expect(screen.queryByRole('checkbox', { name: 'Follow' })).not.toBeInTheDocument();
  });

  it('says that speakers were guessed, and disables the swap button while the call is reprocessed', async () => {
    const api = await renderCall(fullCall(), {
      'GET /api/calls/c1/transcript': { ...TRANSCRIPT, speakersGuessed: true },
      'POST /api/calls/c1/swap-speakers': new FakeResponse(409, { message: 'This call is already being processed.' }),
    });
    expect(await screen.findByText(SPEAKERS_GUESSED)).toBeVisible();
    const button = screen.getByRole('button', { name: 'Swap speakers' });
    await userEvent.click(button);
    await waitFor(() =>
      expect(toastStore.get()).toMatchObject({ description: 'This call is already being processed.' }),
    );
    api.set('POST /api/calls/c1/swap-speakers', { id: 'c1', state: 'queued', links: { self: '' } });
    api.set('GET /api/calls/c1', fullCall({ state: 'queued' }));
    await userEvent.click(button);
    expect(await screen.findByText('This call is being reprocessed')).toBeVisible();
    expect(screen.getByText('Becker Plumbing.')).toBeVisible();
    expect(button).toHaveFocus();
    expect(button).toHaveAttribute('aria-disabled', 'true');
  });

  it('does not offer to swap unknown speakers', async () => {
    const segments = TRANSCRIPT.segments.map((segment) => ({ ...segment, speaker: 'unknown' as const }));
    await renderCall(fullCall(), { 'GET /api/calls/c1/transcript': { ...TRANSCRIPT, segments } });
    expect(await screen.findByText('Becker Plumbing.')).toBeVisible();
    expect(screen.queryByText(SPEAKERS_GUESSED)).not.toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Swap speakers' })).not.toBeInTheDocument();
  });
});
