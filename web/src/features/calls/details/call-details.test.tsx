import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

import { CALL_POLL_MS, LIVE_POLL_MS, SLOW_POLL_MS } from '../../../lib/constants';
import { TRANSCRIPT_UNRELIABLE } from '../../../lib/format/call-review';
import { toastStore } from '../../../lib/messages/toast-store';
import { CALL_RESULT, DELIVERY, fullCall } from '../../../testing/calls';
import { FakeResponse } from '../../../testing/fake-api';
import { setViewportWidth } from '../../../testing/fake-browser';
import { getAudioElement, mockAudioPlayback, renderCall, getSeekSlider } from '../../../testing/render-call';
import { TEST_USERS } from '../../../testing/test-users';
import { CALL_DETAILS_COPY } from './call-details-copy';

mockAudioPlayback();

describe('CallDetails', () => {
  it('says so when a colleague deletes the call, and shows it again if they undo that', async () => {
    jest.useFakeTimers({ advanceTimers: true });
    const api = await renderCall();
    api.set('GET /api/calls/c1', new FakeResponse(404, { code: 'CALL_NOT_FOUND', message: 'Call not found.' }));
    await act(() => jest.advanceTimersByTimeAsync(LIVE_POLL_MS));
    expect(await screen.findByText(CALL_DETAILS_COPY.notFound.title)).toBeVisible();
    expect(screen.queryByText("Couldn't refresh. Retrying…")).not.toBeInTheDocument();
    await act(() => jest.advanceTimersByTimeAsync(3 * LIVE_POLL_MS));
    expect(api.count('GET /api/calls/c1')).toBe(2);
    api.set('GET /api/calls/c1', fullCall());
    await act(() => jest.advanceTimersByTimeAsync(SLOW_POLL_MS));
    expect(screen.queryByText(CALL_DETAILS_COPY.notFound.title)).not.toBeInTheDocument();
    jest.useRealTimers();
  });

  it('shows the status of each delivery and resends it', async () => {
    const api = await renderCall(fullCall(), { 'POST /api/deliveries/d1/resend': { ...DELIVERY, state: 'pending' } });
    const row = (await screen.findByText('The channel is archived.')).closest('li');
    expect(row).toHaveTextContent('Slack Failed#callsThe channel is archived.3 attemptsResend');
    api.set('GET /api/calls/c1/deliveries', [{ ...DELIVERY, state: 'pending', lastError: null }]);
    await userEvent.click(screen.getByRole('button', { name: 'Resend: Slack, #calls' }));
    expect(await screen.findByText('Waiting')).toBeVisible();
    expect(toastStore.get()).toMatchObject({ description: 'Resending the message' });
    expect(screen.queryByRole('button', { name: /Resend/ })).not.toBeInTheDocument();
  });

  it("confirms before reprocessing, and shows the API's message when the request is rejected", async () => {
    const api = await renderCall(fullCall(), {
      'POST /api/calls/c1/reprocess': new FakeResponse(409, { message: 'This call is already being processed.' }),
    });
    await userEvent.click(screen.getByRole('button', { name: 'Reprocess' }));
    const confirmation = await screen.findByRole('alertdialog');
    expect(confirmation).toHaveAccessibleDescription(CALL_DETAILS_COPY.reprocess.question);
    expect(api.requests()).not.toContain('POST /api/calls/c1/reprocess');
    await userEvent.click(within(confirmation).getByRole('button', { name: 'Reprocess' }));
    await within(confirmation).findByRole('alert');
    expect(toastStore.get()).toMatchObject({ description: 'This call is already being processed.' });
    api.set('POST /api/calls/c1/reprocess', { id: 'c1', state: 'queued', links: { self: '' } });
    api.set('GET /api/calls/c1', fullCall({ state: 'queued', result: null }));
    await userEvent.click(within(confirmation).getByRole('button', { name: 'Reprocess' }));
    expect(await screen.findByText('This call is being processed')).toBeVisible();
  });

  it.each([
    ['no_show', 'Topic: No-show'],
    [null, undefined],
  ] as const)('shows the topic next to the label (%s)', async (topic, text) => {
    await renderCall(fullCall({ result: { ...CALL_RESULT, topic } }));
    expect(screen.queryByText('Topic:')?.parentElement?.textContent).toBe(text);
  });

  it('shows tabs above the player in narrow windows', async () => {
    setViewportWidth(390);
    await renderCall();
    expect((await screen.findAllByRole('tab')).map((tab) => tab.textContent)).toEqual([
      'Summary',
      'Transcript',
      'Delivery',
    ]);
    const summary = await screen.findByRole('region', { name: 'Summary' });
    const reasons = screen.getByRole('region', { name: /^Why it's negative/ });
    expect(summary.compareDocumentPosition(reasons)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    expect(screen.getByRole('link', { name: 'Text' }).getAttribute('href')).toMatch(/^sms:\+/);
    await userEvent.click(screen.getByRole('tab', { name: 'Transcript' }));
    expect(await screen.findByText('Becker Plumbing.')).toBeVisible();
    expect(getSeekSlider()).toBeVisible();
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Speed' }), '2×');
    expect(getAudioElement().playbackRate).toBe(2);
  });

  it('prints the caller, the note and every line with its time', async () => {
    await renderCall(fullCall({ agentName: 'Paul', transcriptQuality: { level: 'poor', score: 0.2 } }));
    await screen.findByText('Becker Plumbing.');
    act(() => {
      window.dispatchEvent(new Event('beforeprint'));
    });
    const printout = screen.getByRole('article');
    expect(within(printout).getByText(TRANSCRIPT_UNRELIABLE)).toBeInTheDocument();
    expect(within(printout).getByRole('heading', { name: 'Marlene Ortiz' })).toBeInTheDocument();
    expect(printout).toHaveTextContent('Agent: Paul Customer Happiness: Negative');
    expect(within(printout).getByText('1:05').closest('tr')).toHaveTextContent('1:05CustomerSend somebody today.');
    act(() => {
      window.dispatchEvent(new Event('afterprint'));
    });
    expect(screen.queryByRole('article')).not.toBeInTheDocument();
  });

  it('prints the transcript even if it was never opened', async () => {
    setViewportWidth(390);
    const print = jest.spyOn(window, 'print').mockImplementation(() => {
      act(() => {
        window.dispatchEvent(new Event('beforeprint'));
      });
    });
    await renderCall();
    await userEvent.click(await screen.findByRole('tab', { name: 'Delivery' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Print' }));
    expect(print).toHaveBeenCalledTimes(1);
    expect(screen.getByRole('article')).toHaveTextContent('Send somebody today.');
  });

  it("prints the transcript from another tab when the browser's print command is used", async () => {
    setViewportWidth(390);
    const api = await renderCall();
    await waitFor(() => expect(api.requests()).toContain('GET /api/calls/c1/transcript'));
    await screen.findByRole('tab', { name: 'Summary' });
    act(() => {
      window.dispatchEvent(new Event('beforeprint'));
    });
    await waitFor(() => expect(screen.getByRole('article')).toHaveTextContent('Send somebody today.'));
  });

  it('shows the engines by name', async () => {
    const engines = { transcription: 'deepgram:nova-3', analysis: 'local', fallbackFrom: null };
    await renderCall(fullCall({ engines }));
    expect(screen.getByText('Transcribed by').nextElementSibling).toHaveTextContent('Deepgram Nova-3');
    expect(screen.getByText('Judged by').nextElementSibling).toHaveTextContent('Built-in analyst');
    expect(screen.getByText('Summarized by').nextElementSibling).toHaveTextContent('Test');
  });

  it('polls a call in progress until its result arrives, and shows a notice while requests fail', async () => {
    jest.useFakeTimers({ advanceTimers: true });
    const api = await renderCall(fullCall({ state: 'running', result: null }));
    const advanceTime = (ms: number): Promise<void> => act(() => jest.advanceTimersByTimeAsync(ms));
    const refreshError = "Couldn't refresh. Retrying…";
    api.set('GET /api/calls/c1', new FakeResponse(503));
    await advanceTime(3 * CALL_POLL_MS);
    expect(screen.getByText(refreshError)).toBeVisible();
    expect(screen.getByText('This call is being processed')).toBeVisible();
    api.set('GET /api/calls/c1', fullCall());
    await advanceTime(CALL_POLL_MS);
    expect(await screen.findByRole('heading', { name: "Why it's negative" })).toBeVisible();
    expect(screen.queryByText(refreshError)).not.toBeInTheDocument();
  });

  it('shows a demo call like any other, minus features that demo accounts lack', async () => {
    const api = await renderCall(fullCall({ source: 'demo' }), {}, TEST_USERS.demo);
    expect(await screen.findByRole('region', { name: 'The alert you would have received at 10:00 AM' })).toBeVisible();
    expect(screen.getByRole('heading', { name: "Why it's negative" })).toBeVisible();
    expect(getSeekSlider()).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Share' })).toBeNull();
    expect(screen.queryByRole('region', { name: 'Correction' })).toBeNull();
    expect(api.requests()).not.toContain('GET /api/calls/c1/deliveries');
  });
});
