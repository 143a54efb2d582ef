import { focusManager, onlineManager } from '@tanstack/react-query';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

import { browserLocation } from '../../../lib/browser/browser-location';
import { CALL_POLL_MS, LIVE_POLL_MS } from '../../../lib/constants';
import { COPY } from '../../../lib/copy';
import type { createQueryClient } from '../../../lib/queries/query-client';
import { accountKey } from '../../../lib/session/session';
import { callResponses, fullCall, recentCall } from '../../../testing/calls';
import { fakeApi, type FakeApi, FakeResponse } from '../../../testing/fake-api';
import { renderWithProviders } from '../../../testing/render-with-providers';
import { responsesFor, SIGNED_OUT, TEST_USERS } from '../../../testing/test-users';
import { RecentCalls } from './recent-calls';

const RECENT_CALLS = 'GET /api/my/recent-calls';
const REFRESH_ERROR = "Couldn't refresh. Retrying…";

const advanceTime = (ms: number): Promise<void> => act(() => jest.advanceTimersByTimeAsync(ms));

let client: ReturnType<typeof createQueryClient>;

function renderWithoutWaiting(response: unknown): FakeApi {
  const api = fakeApi({
    ...responsesFor(TEST_USERS.user),
    [RECENT_CALLS]: response,
    ...callResponses(),
    ...callResponses(fullCall({ id: 'c2', customerName: 'Lee' })),
  });
  client = renderWithProviders(<RecentCalls />, { user: TEST_USERS.user });
  return api;
}

async function renderRecentCalls(response: unknown): Promise<FakeApi> {
  jest.useFakeTimers();
  const api = renderWithoutWaiting(response);
  await advanceTime(1);
  return api;
}

describe('RecentCalls', () => {
  it('shows the first five calls with their state, and why some were not processed', async () => {
    await renderRecentCalls([
      recentCall({ id: 'a', state: 'queued', customerName: 'Ann' }),
      recentCall({ id: 'b', state: 'running', customerName: 'Bo' }),
      recentCall({
        id: 'c',
        state: 'failed',
        customerName: 'Cy',
        error: { code: 'X', message: 'This file is not readable.' },
      }),
      recentCall({
        id: 'd',
        state: 'skipped',
        customerName: 'Di',
        skipReason: 'too_short',
        skipMessage: 'The call is too short.',
      }),
      recentCall(),
      recentCall({ id: 'f', customerName: 'Flo' }),
    ]);
    const rows = screen.getAllByRole('listitem').map((row) => row.textContent);
    expect(rows).toHaveLength(5);
    expect(rows[0]).toContain('Queued');
    expect(rows[1]).toContain('Processing');
    expect(rows[2]).toContain('This file is not readable.Failed');
    expect(rows[3]).toContain('The call is too short.Skipped');
    expect(screen.getByRole('button', { name: /^Marlene Ortiz ?, ?Negative ?, ?\d+ days ago$/ })).toBeVisible();
    expect(rows[4]).toContain('She has no hot water.Negative,');
    expect(screen.getByRole('link', { name: COPY.calls.viewAll })).toHaveAttribute('href', '/calls');
  });

  it('shows Needs a listen instead of a guessed label, with the guess if there is one', async () => {
    await renderRecentCalls([
      recentCall({ needsReview: true, reviewReason: 'low_confidence', label: 'Needs a listen' }),
      recentCall({
        id: 'u',
        needsReview: true,
        reviewReason: 'words_unreliable',
        label: 'Needs a listen',
        summary: 'This recording could not be transcribed well enough to judge.',
      }),
    ]);
    const [guessedItem, unreliableItem] = screen.getAllByRole('listitem');
    expect(guessedItem).toHaveTextContent('Probably Negative. She has no hot water.Needs a listen,');
    expect(unreliableItem).toHaveTextContent(/This recording could not be transcribed.*Needs a listen/);
    expect(screen.queryByText('Negative')).not.toBeInTheDocument();
  });

  it.each(['queued', 'released', 'running'] as const)(
    'polls every five seconds while a call is %s, and less often once it is done',
    async (state) => {
      const api = await renderRecentCalls([recentCall({ state, sentiment: null, label: null, summary: null })]);
      await advanceTime(CALL_POLL_MS);
      expect(api.count(RECENT_CALLS)).toBe(2);
      api.set(RECENT_CALLS, [recentCall()]);
      await advanceTime(CALL_POLL_MS);
      expect(screen.getByText('Negative')).toBeVisible();
      await advanceTime(LIVE_POLL_MS - CALL_POLL_MS);
      expect(api.count(RECENT_CALLS)).toBe(3);
      await advanceTime(CALL_POLL_MS);
      expect(api.count(RECENT_CALLS)).toBe(4);
    },
  );

  it('invalidates the usage when a call is done', async () => {
    const api = await renderRecentCalls([recentCall({ state: 'running' })]);
    const usageKey = accountKey(TEST_USERS.user.accountId, 'usage');
    client.setQueryData(usageKey, { totalMinutes: 1 });
    await advanceTime(CALL_POLL_MS);
    expect(client.getQueryState(usageKey)?.isInvalidated).toBe(false);
    api.set(RECENT_CALLS, [recentCall()]);
    await advanceTime(CALL_POLL_MS);
    expect(client.getQueryState(usageKey)?.isInvalidated).toBe(true);
  });

  it('shows and announces a new call without moving focus', async () => {
    const scroll = jest.spyOn(window, 'scrollBy').mockImplementation(() => undefined);
    jest.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function top(this: Element) {
      return { top: 80 * [...(this.parentElement?.children ?? [])].indexOf(this) } as DOMRect;
    });
    const api = await renderRecentCalls([recentCall()]);
    const row = screen.getByRole('button', { name: /Marlene/ });
    row.focus();
    const receivedAt = new Date().toISOString();
    api.set(RECENT_CALLS, [recentCall({ id: 'n', customerName: 'Ann', receivedAt }), recentCall()]);
    await advanceTime(LIVE_POLL_MS);
    const announcement = screen.getByText('New call: Ann');
    expect(announcement.parentElement).toHaveAttribute('aria-live', 'polite');
    expect(screen.getAllByRole('listitem')[0]).toHaveTextContent('Ann');
    expect(row).toHaveFocus();
    expect(scroll).toHaveBeenLastCalledWith(0, 80);
    api.set(RECENT_CALLS, [recentCall({ id: 'm', customerName: 'Ann', receivedAt }), recentCall()]);
    await advanceTime(LIVE_POLL_MS);
    const latestAnnouncement = screen.getByText('New call: Ann');
    expect(latestAnnouncement).not.toBe(announcement); // unchanged text is not announced again
    for (const calls of [[recentCall()], [recentCall({ id: 'm', customerName: 'Ann', receivedAt }), recentCall()]]) {
      api.set(RECENT_CALLS, calls); // deletes Ann's call, and undoes that
      await advanceTime(LIVE_POLL_MS);
      expect(screen.getAllByRole('listitem')).toHaveLength(calls.length);
      expect(screen.getByText('New call: Ann')).toBe(latestAnnouncement);
    }
  });

  it('refreshes immediately when the user returns to the page', async () => {
    const api = await renderRecentCalls([recentCall()]);
    focusManager.setFocused(false);
    await advanceTime(LIVE_POLL_MS * 2);
    api.set(RECENT_CALLS, [recentCall({ customerName: 'Ann' })]);
    act(() => focusManager.setFocused(true));
    await advanceTime(1);
    expect(screen.getByText('Ann')).toBeVisible();
    expect(api.count(RECENT_CALLS)).toBe(2);
  });

  it('refreshes immediately when the connection is restored', async () => {
    const api = await renderRecentCalls([recentCall()]);
    onlineManager.setOnline(false);
    api.set(RECENT_CALLS, [recentCall({ customerName: 'Ann' })]);
    act(() => onlineManager.setOnline(true));
    await advanceTime(1);
    expect(screen.getByText('Ann')).toBeVisible();
    expect(api.count(RECENT_CALLS)).toBe(2);
  });

  it('keeps polling through failed requests, and shows a notice', async () => {
    const api = await renderRecentCalls([recentCall({ state: 'running' })]);
    api.set(RECENT_CALLS, new FakeResponse(503));
    await advanceTime(CALL_POLL_MS * 3);
    expect(api.count(RECENT_CALLS)).toBe(4);
    expect(screen.getByText('Processing')).toBeVisible();
    expect(screen.getByText(REFRESH_ERROR)).toBeVisible();
    api.set(RECENT_CALLS, [recentCall()]);
    await advanceTime(CALL_POLL_MS);
    expect(screen.getByText('Negative')).toBeVisible();
    expect(screen.queryByText(REFRESH_ERROR)).not.toBeInTheDocument();
  });

  it('refreshes immediately when Retry is clicked after a failure', async () => {
    const api = await renderRecentCalls([recentCall({ state: 'running' })]);
    api.set(RECENT_CALLS, new FakeResponse(503));
    await advanceTime(CALL_POLL_MS);
    api.set(RECENT_CALLS, [recentCall()]);
    act(() => screen.getByRole('button', { name: 'Retry' }).click());
    await advanceTime(1);
    expect(screen.getByText('Negative')).toBeVisible();
  });

  it('stops polling when the session has ended', async () => {
    jest.spyOn(browserLocation, 'assign').mockReturnValue(undefined);
    const api = await renderRecentCalls([recentCall({ state: 'running' })]);
    api.set(RECENT_CALLS, new FakeResponse(401, SIGNED_OUT));
    await advanceTime(CALL_POLL_MS * 4);
    expect(api.count(RECENT_CALLS)).toBe(2);
  });

  it('does not poll while the tab is hidden', async () => {
    const api = await renderRecentCalls([recentCall({ state: 'running' })]);
    focusManager.setFocused(false);
    await advanceTime(CALL_POLL_MS * 3);
    expect(api.count(RECENT_CALLS)).toBe(1);
  });

  it('opens the details of a finished call, steps through the others, and returns focus', async () => {
    renderWithoutWaiting([
      recentCall({ id: 'q', state: 'queued', customerName: 'Ann' }),
      recentCall(),
      recentCall({ id: 'c2', customerName: 'Lee' }),
    ]);
    const row = await screen.findByRole('button', { name: /Marlene Ortiz/ });
    expect(screen.queryByRole('button', { name: /Ann/ })).not.toBeInTheDocument();
    await userEvent.click(row);
    const dialog = await screen.findByRole('dialog', { name: COPY.calls.one });
    expect(await within(dialog).findByRole('heading', { name: 'Marlene Ortiz' })).toBeVisible();
    expect(within(dialog).getByRole('button', { name: 'Previous call' })).toHaveAttribute('aria-disabled', 'true');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Next call' }));
    expect(await within(dialog).findByRole('heading', { name: 'Lee' })).toBeVisible();
    expect(within(dialog).getByRole('button', { name: 'Next call' })).toHaveFocus();
    await userEvent.click(within(dialog).getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(row).toHaveFocus());
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  it('explains how soon calls will show up when there are none', async () => {
    await renderRecentCalls([]);
    expect(screen.getByText(COPY.calls.none.title)).toBeVisible();
    await advanceTime(1);
    expect(screen.getByText(COPY.calls.none.text(2))).toBeVisible();
  });

  it('lets the user retry when the calls fail to load', async () => {
    const api = await renderRecentCalls(new FakeResponse(500));
    expect(screen.getByRole('alert')).toHaveTextContent("Couldn't load calls.");
    api.set(RECENT_CALLS, [recentCall({ customerName: 'Ann' })]);
    act(() => screen.getByRole('button', { name: 'Try again' }).click());
    await advanceTime(1);
    expect(screen.getByText('Ann')).toBeVisible();
  });
});
