import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

import { pageTitle } from '../../../lib/browser/use-document-title';
import { CALL_POLL_MS, LIVE_POLL_MS } from '../../../lib/constants';
import { COPY } from '../../../lib/copy';
import { CHOOSE_RECORDING } from '../../../lib/recordings/choose-recording';
import { callResponses, callSummary, fullCall } from '../../../testing/calls';
import { FakeResponse } from '../../../testing/fake-api';
import { setViewportWidth } from '../../../testing/fake-browser';
import { getAudioElement } from '../../../testing/render-call';
import { LIST_CALLS, ONE_PAGE, renderCallsPage } from '../../../testing/render-calls-page';
import { getCurrentPath } from '../../../testing/render-with-providers';
import { TEST_USERS } from '../../../testing/test-users';
import { CALL_DETAILS_COPY } from '../details/call-details-copy';

describe('CallsPage', () => {
  it('shows danger and legal flags next to the label', async () => {
    await renderCallsPage('', { items: [{ ...ONE_PAGE.items[0], flags: ['danger', 'legal'] }], nextCursor: null });
    const row = await screen.findByRole('link', { name: /Negative\s*Danger\s*Legal/ });
    expect(row).toBeVisible();
  });

  it('keeps focus on Load more, and moves it to the first new call once the last page loads', async () => {
    const pages: Record<string, unknown> = {
      '': { items: [callSummary()], nextCursor: 'p2' },
      p2: { items: [callSummary({ id: 'c2', customerName: 'Lee' })], nextCursor: 'p3' },
      p3: { items: [callSummary({ id: 'c3', customerName: 'Ann' })], nextCursor: null },
    };
    await renderCallsPage('', (request: Request) => pages[new URL(request.url).searchParams.get('cursor') ?? '']);
    await userEvent.click(await screen.findByRole('button', { name: 'Load more' }));
    expect(await screen.findByRole('link', { name: /Lee/ })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Load more' })).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(screen.getByRole('link', { name: /Ann/ })).toHaveFocus());
    expect(screen.queryByRole('button', { name: 'Load more' })).not.toBeInTheDocument();
    expect(screen.getByText('3 calls')).toBeVisible();
  });

  it("labels each call's link with its customer, label, and time rather than its full text", async () => {
    const receivedAt = new Date(Date.now() - 48 * 3_600_000).toISOString(); // same time of day, because days are calendar days
    await renderCallsPage('', {
      items: [callSummary({ receivedAt }), callSummary({ id: 'c2', state: 'skipped', customerName: null, receivedAt })],
      nextCursor: null,
    });
    expect(await screen.findByRole('link', { name: /^Marlene Ortiz ?, ?Negative ?, ?2 days ago$/ })).toBeVisible();
    expect(screen.getByRole('link', { name: /^\(555\) 010-0142 ?, ?Skipped ?, ?2 days ago$/ })).toBeVisible();
  });

  it('shows different messages when no call matches and when there are no calls at all', async () => {
    const noCalls = { items: [], nextCursor: null };
    const { hold } = await renderCallsPage('?label=negative', noCalls);
    expect(await screen.findByText(COPY.calls.noneFound)).toBeVisible();
    const respond = hold(LIST_CALLS);
    await userEvent.click(screen.getByRole('button', { name: 'Clear filters' }));
    expect(await screen.findByText('Loading calls')).toBeInTheDocument();
    expect(screen.queryByText(COPY.calls.none.title)).not.toBeInTheDocument();
    respond(noCalls);
    expect(await screen.findByText(COPY.calls.none.title)).toBeVisible();
    expect(getCurrentPath()).toBe('/calls');
  });

  it('shows the passage found by a search, and opens the call there', async () => {
    const match = {
      source: 'transcript',
      text: 'Both dishwashers leak.',
      marks: [
        { start: 5, end: 16 },
        { start: 17, end: 21 },
      ],
      speaker: 'customer',
      startSeconds: 72.34,
    };
    await renderCallsPage('?search=leaking+dishwasher', {
      items: [{ ...callSummary(), match }],
      isSimilar: false,
      nextCursor: null,
    });
    const link = await screen.findByRole('link', { name: /Marlene/ });
    expect(link).toHaveTextContent('1:12 Customer: Both dishwashers leak.');
    expect(link).toHaveAttribute('href', '/calls/c1?t=72.34');
    expect([...link.querySelectorAll('mark')].map(({ textContent }) => textContent)).toEqual(['dishwashers', 'leak']);
    expect(screen.queryByText(/similar/)).not.toBeInTheDocument();
  });

  it('opens the file picker only once after the upload command', async () => {
    const click = jest.spyOn(HTMLInputElement.prototype, 'click').mockReturnValue(undefined);
    await renderCallsPage('', ONE_PAGE, TEST_USERS.user, {}, CHOOSE_RECORDING);
    expect(await screen.findByRole('link', { name: /Marlene/ })).toBeVisible();
    expect(click).toHaveBeenCalledTimes(1);
  });

  it('explains that similar names are shown', async () => {
    await renderCallsPage('?search=Marlen+Ortis', { ...ONE_PAGE, isSimilar: true });
    expect(await screen.findByText(/Showing calls similar to “Marlen Ortis”/)).toBeVisible();
  });

  it('refreshes searches less often than lists, and reports too many searches', async () => {
    const page = { items: [callSummary({ state: 'running' })], nextCursor: null };
    jest.useFakeTimers({ advanceTimers: true });
    const { queries, set } = await renderCallsPage('?search=heater', page);
    await act(() => jest.advanceTimersByTimeAsync(CALL_POLL_MS * 2));
    expect(queries(LIST_CALLS)).toHaveLength(1);
    await act(() => jest.advanceTimersByTimeAsync(LIVE_POLL_MS));
    expect(queries(LIST_CALLS)).toHaveLength(2);
    set(LIST_CALLS, new FakeResponse(429, { code: 'RATE_LIMITED', message: 'Too many searches. Try again in 9 s.' }));
    await userEvent.setup({ advanceTimers: jest.advanceTimersByTime }).type(screen.getByRole('searchbox'), 's');
    await act(() => jest.advanceTimersByTimeAsync(1_000));
    expect(await screen.findByText(/Too many searches/)).toBeVisible();
  });

  it('announces new calls, even after switching to a filter that shows the same ones, but not corrected calls', async () => {
    jest.useFakeTimers({ advanceTimers: true });
    const user = userEvent.setup({ advanceTimers: jest.advanceTimersByTime });
    const { queries, set } = await renderCallsPage('', { items: [], nextCursor: null });
    await waitFor(() => expect(queries(LIST_CALLS)).toHaveLength(1));
    set(LIST_CALLS, ONE_PAGE);
    await act(() => jest.advanceTimersByTimeAsync(LIVE_POLL_MS));
    expect(await screen.findByRole('link', { name: /Marlene/ })).toBeVisible();
    expect(screen.queryByText(/^New call/)).not.toBeInTheDocument();
    await user.selectOptions(screen.getByRole('combobox', { name: 'Label' }), 'Negative');
    await waitFor(() => expect(queries(LIST_CALLS)).toHaveLength(3));
    const newCall = callSummary({ id: 'c2', customerName: 'Ann', receivedAt: new Date().toISOString() });
    set(LIST_CALLS, { ...ONE_PAGE, items: [newCall, ...ONE_PAGE.items] });
    await act(() => jest.advanceTimersByTimeAsync(LIVE_POLL_MS));
    const announcement = await screen.findByText('New call: Ann');
    set(LIST_CALLS, ONE_PAGE);
    await user.selectOptions(screen.getByRole('combobox', { name: 'Label' }), 'Needs a listen');
    await waitFor(() => expect(screen.queryByRole('link', { name: /Ann/ })).not.toBeInTheDocument());
    expect(screen.getByText('New call: Ann')).toBe(announcement); // not announced again
  });

  it('lets the user retry when the list fails to load', async () => {
    const api = await renderCallsPage('', new FakeResponse(500));
    expect(await screen.findByRole('alert')).toHaveTextContent("Couldn't load calls.");
    api.set(LIST_CALLS, ONE_PAGE);
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('link', { name: /Marlene/ })).toBeVisible();
  });

  it('keeps polling through failed requests while a call is in progress, and shows a notice', async () => {
    jest.useFakeTimers({ advanceTimers: true });
    const api = await renderCallsPage('', { items: [callSummary({ state: 'running' })], nextCursor: 'p2' });
    const list = within(await screen.findByRole('list', { name: COPY.calls.title }));
    expect(list.getByText('Processing')).toBeVisible();
    api.set(LIST_CALLS, new FakeResponse(503));
    await act(() => jest.advanceTimersByTimeAsync(3 * CALL_POLL_MS));
    expect(screen.getByText("Couldn't refresh. Retrying…")).toBeVisible();
    expect(screen.queryByText("Couldn't load more calls.")).not.toBeInTheDocument();
    api.set(LIST_CALLS, { items: [callSummary()], nextCursor: null });
    await act(() => jest.advanceTimersByTimeAsync(CALL_POLL_MS));
    expect(list.getByText('Negative')).toBeVisible();
    expect(screen.queryByText("Couldn't refresh. Retrying…")).not.toBeInTheDocument();
  });

  it('shows a retry button, without retrying automatically, when loading more fails', async () => {
    const api = await renderCallsPage('', { items: [callSummary()], nextCursor: 'p2' });
    api.set(LIST_CALLS, new FakeResponse(503));
    await userEvent.click(await screen.findByRole('button', { name: 'Load more' }));
    expect(await screen.findByRole('alert')).toHaveTextContent("Couldn't load more calls.");
    expect(screen.queryByText("Couldn't refresh. Retrying…")).not.toBeInTheDocument();
    api.set(LIST_CALLS, { items: [callSummary({ id: 'c2', customerName: 'Lee' })], nextCursor: null });
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('link', { name: /Lee/ })).toBeVisible();
  });

  it('opens a call, steps to the next one, and returns to the filtered list', async () => {
    const calls = [callSummary(), callSummary({ id: 'c2', customerName: 'Lee' })];
    const lee = callResponses(fullCall({ id: 'c2', customerName: 'Lee' }));
    await renderCallsPage('?state=done', { items: calls, nextCursor: null }, TEST_USERS.user, lee);
    await userEvent.click(await screen.findByRole('link', { name: /Marlene/ }));
    expect(await screen.findByRole('heading', { name: 'Marlene Ortiz' })).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Next call' }));
    expect(await screen.findByRole('heading', { name: 'Lee' })).toBeVisible();
    expect(getCurrentPath()).toBe('/calls/c2');
    await userEvent.click(screen.getByRole('link', { name: 'All calls' }));
    expect(getCurrentPath()).toBe('/calls?state=done');
  });

  it('closes a call with Escape and returns to where it was opened, unless a dialog is open', async () => {
    await renderCallsPage('?state=done', { items: [callSummary()], nextCursor: null });
    await userEvent.click(await screen.findByRole('link', { name: /Marlene/ }));
    await screen.findByRole('heading', { name: 'Marlene Ortiz' });
    expect(pageTitle.get()).toBe('Marlene Ortiz, Negative');
    await userEvent.click(screen.getByRole('button', { name: CALL_DETAILS_COPY.edit.title }));
    await screen.findByRole('dialog');
    await userEvent.keyboard('{Escape}');
    expect(getCurrentPath()).toBe('/calls/c1');
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    await userEvent.keyboard('{Escape}{Escape}'); // the first Escape may close a tooltip
    expect(getCurrentPath()).toBe('/calls?state=done');
    expect(pageTitle.get()).toBeNull();
  });

  it('opens a call at the time given in the URL', async () => {
    await renderCallsPage();
    await userEvent.click(await screen.findByRole('link', { name: 'Open at 1:05' }));
    await waitFor(() => expect(screen.getByRole('button', { name: 'Go to 1:05' })).toHaveFocus());
    expect(getAudioElement().currentTime).toBe(66);
    expect(screen.getByText('Send somebody today.').closest('li')).toHaveAttribute('aria-current', 'true');
  });

  it('opens the summary first on a phone, and the transcript tab at the time given in the URL', async () => {
    setViewportWidth(390);
    await renderCallsPage();
    await userEvent.click(await screen.findByRole('link', { name: 'Open at 1:05' }));
    expect(await screen.findByRole('region', { name: 'Summary' })).toBeVisible();
    expect(getAudioElement().currentTime).toBe(66);
    await userEvent.click(screen.getByRole('tab', { name: 'Transcript' }));
    await waitFor(() => expect(screen.getByRole('button', { name: 'Go to 1:05' })).toHaveFocus());
  });

  it('shows a message if the call does not exist', async () => {
    const api = await renderCallsPage();
    api.set('GET /api/calls/c1', new FakeResponse(404, { message: 'Call not found.' }));
    await userEvent.click(await screen.findByRole('link', { name: /Marlene/ }));
    expect(await screen.findByText(CALL_DETAILS_COPY.notFound.title)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Next call' })).not.toBeInTheDocument();
  });
});
