import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

import { SEARCH_DELAY_MS } from '../../../lib/constants';
import { clickAndConfirm } from '../../../testing/click-and-confirm';
import { FakeResponse } from '../../../testing/fake-api';
import { setViewportWidth } from '../../../testing/fake-browser';
import { getTexts } from '../../../testing/get-texts';
import { LIST_CALLS, ONE_PAGE, renderCallsPage } from '../../../testing/render-calls-page';
import { getCurrentPath } from '../../../testing/render-with-providers';
import { agent } from '../../../testing/team';

const OTHER_ID = '1c9d5b0e-2f2c-4c8a-8f5d-4a1f6f0f7d12';

const openMoreFilters = async (): Promise<void> =>
  userEvent.click(await screen.findByRole('button', { name: /^Filter/ }));

describe('FilterBar', () => {
  it('requests and exports the calls with the filters from the URL', async () => {
    const api = await renderCallsPage('?search=warm+air&label=negative&state=failed&direction=inbound');
    expect(await screen.findByRole('link', { name: /Marlene Ortiz/ })).toHaveAttribute('href', '/calls/c1');
    expect(api.queries(LIST_CALLS)).toEqual([
      '?search=warm%20air&sentiment=negative&state=failed%2Ctimed_out&direction=inbound',
    ]);
    expect(screen.getByRole('searchbox')).toHaveValue('warm air');
    const link = screen.getByRole('link', { name: 'Export CSV' });
    expect(link).toHaveAttribute(
      'href',
      '/api/calls/export.csv?search=warm+air&sentiment=negative&state=failed%2Ctimed_out&direction=inbound',
    );
    await clickAndConfirm(api, link, false);
  });

  it('writes the selected filters to the URL', async () => {
    await renderCallsPage();
    await openMoreFilters();
    await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'Label' }), 'Needs a listen');
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Topic' }), 'Rude or pushy');
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Status' }), 'Skipped');
    fireEvent.change(screen.getByLabelText('From'), { target: { value: '2026-03-01' } });
    expect(getCurrentPath()).toBe('/calls?label=needs_review&topic=rudeness&state=skipped&from=2026-03-01');
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Label' }), 'All labels');
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Topic' }), 'All topics');
    expect(getCurrentPath()).toBe('/calls?state=skipped&from=2026-03-01');
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Dates and sort order' }), 'By time received');
    expect(getCurrentPath()).toBe('/calls?state=skipped&from=2026-03-01&time=receivedAt');
    expect(await screen.findByRole('link', { name: /Arrived/ })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Filter 3 in use' })).toHaveAttribute('aria-expanded', 'true');
    await userEvent.click(screen.getByRole('button', { name: 'Filter 3 in use' }));
    expect(screen.queryByRole('combobox', { name: 'Status' })).not.toBeInTheDocument();
  });

  it('applies a typed date once its year is complete', async () => {
    const { queries } = await renderCallsPage();
    await openMoreFilters();
    const from = await screen.findByLabelText('From');
    const typeDate = (date: string): void => void fireEvent.change(from, { target: { value: date } });
    for (const unfinishedDate of ['0002-03-15', '0020-03-15', '0202-03-15', '20260-03-15']) {
      typeDate(unfinishedDate);
      expect(from).toHaveValue(unfinishedDate);
      expect(getCurrentPath()).toBe('/calls');
    }
    typeDate('2026-03-15');
    expect(getCurrentPath()).toBe('/calls?from=2026-03-15');
    await waitFor(() => expect(queries(LIST_CALLS)).toEqual(['', '?from=2026-03-15']));
    typeDate('0002-03-15');
    fireEvent.blur(from);
    expect(from).toHaveValue('2026-03-15');
    typeDate('');
    expect(getCurrentPath()).toBe('/calls');
  });

  it('moves the other filters to a sheet on phones, which stays closed when the page becomes narrow', async () => {
    await renderCallsPage();
    await openMoreFilters();
    setViewportWidth(390);
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Status' }), 'Skipped');
    expect(screen.getByRole('button', { name: /^Filter/ })).toHaveAttribute('aria-expanded', 'false');
    await openMoreFilters();
    const sheet = within(await screen.findByRole('dialog', { name: 'Filter' }));
    await userEvent.selectOptions(sheet.getByRole('combobox', { name: 'Label' }), 'Negative');
    expect(getCurrentPath()).toBe('/calls?label=negative&state=skipped');
    await userEvent.click(sheet.getByRole('button', { name: 'Show results' }));
    expect(await screen.findByRole('button', { name: 'Filter 2 in use' })).toBeVisible();
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  it('filters by agent, even if several names belong to the same member', async () => {
    const robin = { userId: 'u2', name: 'Robin Ortiz' };
    const [first, second, third] = [
      agent({ member: robin }),
      agent({ id: OTHER_ID, member: robin }),
      agent({ id: 'a3', name: 'Mia' }),
    ];
    const { queries } = await renderCallsPage(`?agent=${OTHER_ID}`, ONE_PAGE, undefined, {
      'GET /api/my/agents': [first, second, third],
    });
    const agentSelect = await screen.findByRole('combobox', { name: 'Agent' });
    expect(agentSelect).toHaveDisplayValue('Robin Ortiz');
    expect(getTexts(agentSelect, 'option')).toEqual(['All agents', 'Robin Ortiz', 'Mia']);
    expect(queries(LIST_CALLS)).toEqual([`?agent=${OTHER_ID}`]);
    await userEvent.selectOptions(agentSelect, 'All agents');
    expect(getCurrentPath()).toBe('/calls');
    await userEvent.selectOptions(agentSelect, 'Robin Ortiz');
    expect(getCurrentPath()).toBe(`/calls?agent=${first.id}`);
  });

  it('offers quick ranges instead of dates, and clears everything', async () => {
    const { queries } = await renderCallsPage('?from=2026-03-01&label=negative');
    const [weekButton] = await screen.findAllByRole('button', { name: '7 days' });
    expect(weekButton).toHaveAttribute('aria-pressed', 'false');
    await userEvent.click(weekButton as HTMLElement);
    expect(weekButton).toHaveAttribute('aria-pressed', 'true');
    expect(getCurrentPath()).toBe('/calls?label=negative&range=7d');
    await waitFor(() => expect(queries(LIST_CALLS).at(-1)).toBe('?sentiment=negative&range=7d'));
    const [yesterdayButton] = screen.getAllByRole('button', { name: 'Yesterday' });
    await userEvent.click(yesterdayButton as HTMLElement);
    const [lastWeekButton] = screen.getAllByRole('button', { name: 'Last week' });
    await userEvent.click(lastWeekButton as HTMLElement);
    await waitFor(() => expect(queries(LIST_CALLS).at(-1)).toBe('?sentiment=negative&range=last_week'));
    fireEvent.change(screen.getByLabelText('From'), { target: { value: '2026-03-02' } });
    expect(getCurrentPath()).toBe('/calls?label=negative&from=2026-03-02');
    await userEvent.click(screen.getByRole('button', { name: 'Clear' }));
    expect(getCurrentPath()).toBe('/calls');
    expect(screen.queryByRole('button', { name: 'Clear' })).not.toBeInTheDocument();
  });

  it('focuses the search box with / and searches after a pause in typing', async () => {
    const { queries } = await renderCallsPage();
    await screen.findByRole('link', { name: /Marlene/ });
    await userEvent.keyboard('/');
    const field = screen.getByRole('searchbox', { name: 'Search calls' });
    expect(field).toHaveFocus();
    jest.useFakeTimers();
    fireEvent.change(field, { target: { value: 'warm' } });
    act(() => jest.advanceTimersByTime(SEARCH_DELAY_MS - 1));
    fireEvent.change(field, { target: { value: 'warm air' } });
    act(() => jest.advanceTimersByTime(SEARCH_DELAY_MS - 1));
    expect(getCurrentPath()).toBe('/calls');
    act(() => jest.advanceTimersByTime(1));
    expect(getCurrentPath()).toBe('/calls?search=warm+air');
    await act(() => jest.advanceTimersByTimeAsync(1));
    expect(queries(LIST_CALLS)).toEqual(['', '?search=warm%20air']);
  });

  it('keeps a pending search when filters are selected', async () => {
    await renderCallsPage();
    await screen.findByRole('link', { name: /Marlene/ });
    await openMoreFilters();
    jest.useFakeTimers();
    const field = screen.getByRole('searchbox');
    fireEvent.change(field, { target: { value: 'warm' } });
    fireEvent.change(screen.getByRole('combobox', { name: 'Label' }), { target: { value: 'negative' } });
    fireEvent.change(screen.getByRole('combobox', { name: 'Status' }), { target: { value: 'done' } });
    expect(field).toHaveValue('warm');
    await act(() => jest.advanceTimersByTimeAsync(SEARCH_DELAY_MS));
    expect(getCurrentPath()).toBe('/calls?search=warm&label=negative&state=done');
    fireEvent.change(field, { target: { value: 'warm air' } });
    await act(() => jest.advanceTimersByTimeAsync(SEARCH_DELAY_MS));
    expect(getCurrentPath()).toBe('/calls?search=warm+air&label=negative&state=done');
  });

  it('keeps both filters when two are selected in the same update', async () => {
    await renderCallsPage();
    await screen.findByRole('link', { name: /Marlene/ });
    await openMoreFilters();
    act(() => {
      fireEvent.change(screen.getByRole('combobox', { name: 'Label' }), { target: { value: 'negative' } });
      fireEvent.change(screen.getByRole('combobox', { name: 'Status' }), { target: { value: 'done' } });
    });
    expect(getCurrentPath()).toBe('/calls?label=negative&state=done');
  });

  it('discards a pending search when the filters are cleared or the user leaves the list', async () => {
    const api = await renderCallsPage('?label=negative', { items: [], nextCursor: null });
    const clearButton = await screen.findByRole('button', { name: 'Clear filters' });
    api.set(LIST_CALLS, ONE_PAGE);
    jest.useFakeTimers();
    const field = screen.getByRole('searchbox');
    fireEvent.change(field, { target: { value: 'warm' } });
    fireEvent.click(clearButton);
    await act(() => jest.advanceTimersByTimeAsync(SEARCH_DELAY_MS));
    expect(getCurrentPath()).toBe('/calls');
    expect(field).toHaveValue('');
    api.set('GET /api/calls/c1', new FakeResponse(404));
    fireEvent.change(field, { target: { value: 'warm' } });
    fireEvent.click(screen.getByRole('link', { name: /Marlene/ }));
    await act(() => jest.advanceTimersByTimeAsync(SEARCH_DELAY_MS));
    expect(getCurrentPath()).toBe('/calls/c1');
  });

  it('discards a pending search when a link opens another list', async () => {
    await renderCallsPage('?label=negative');
    await screen.findByRole('link', { name: /Marlene/ });
    jest.useFakeTimers();
    fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'warm' } });
    fireEvent.click(screen.getByRole('link', { name: 'Sidebar' }));
    await act(() => jest.advanceTimersByTimeAsync(SEARCH_DELAY_MS));
    expect(getCurrentPath()).toBe('/calls');
    expect(screen.getByRole('searchbox')).toHaveValue('');
  });
});
