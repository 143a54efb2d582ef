import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Link, Route, Routes } from 'react-router';

import type { CurrentUser } from '../../api/types';
import { LIVE_POLL_MS, SEARCH_DELAY_MS } from '../../lib/constants';
import { PATHS } from '../../lib/paths';
import { findAccessibilityProblems } from '../../testing/accessibility';
import { callSummary } from '../../testing/calls';
import { clickAndConfirm } from '../../testing/click-and-confirm';
import { customer, customerDetails, LEE_ORTIZ } from '../../testing/customers';
import { fakeApi, FakeResponse } from '../../testing/fake-api';
import { setViewportWidth } from '../../testing/fake-browser';
import { followUp, hoursFromNow } from '../../testing/follow-ups';
import { getCurrentPath, renderWithProviders } from '../../testing/render-with-providers';
import { TEST_USERS } from '../../testing/test-users';
import { snoozedText } from '../follow-ups/due';
import { CustomerPage } from './customer-page';
import { CUSTOMERS_COPY } from './customers-copy';
import { CustomersPage } from './customers-page';

const LIST_CUSTOMERS = 'GET /api/customers';
const GET_CUSTOMER = 'GET /api/customers/k1';
const TWO_CUSTOMERS = { customers: [customer(), LEE_ORTIZ], nextCursor: null };

const ERASURE = {
  id: 'e1',
  kind: 'customer' as const,
  requestedAt: '2026-03-31T14:05:00.000Z',
  requestedBy: 'Pat Ellis',
  calls: 12,
  erasedCalls: 3,
  recordings: 3,
  finishedAt: null,
};

beforeEach(() => jest.spyOn(window, 'scrollBy').mockImplementation(() => undefined));

function renderPage(path: string, responses: Record<string, unknown> = {}, user: CurrentUser = TEST_USERS.user) {
  const api = fakeApi({
    [LIST_CUSTOMERS]: TWO_CUSTOMERS,
    [GET_CUSTOMER]: customerDetails(),
    'GET /api/calls': { items: [callSummary({ agentName: 'Paul Ruiz' })], nextCursor: null, isSimilar: false },
    'GET /api/follow-ups': { followUps: [], nextCursor: null },
    'GET /api/my/erasures': { erasures: [] },
    ...responses,
  });
  renderWithProviders(
    <>
      <Link to={PATHS.customers}>Sidebar</Link>
      <Routes>
        <Route path={PATHS.customers} element={<CustomersPage />} />
        <Route path={PATHS.customer} element={<CustomerPage />} />
        <Route path={PATHS.home} element={<p>Home</p>} />
      </Routes>
    </>,
    { user, path },
  );
  return api;
}

const click = async (role: string, name: string | RegExp): Promise<void> =>
  userEvent.click(await screen.findByRole(role, { name }));

describe('the customer list', () => {
  it("describes each customer's status in words, and links to the customer", async () => {
    renderPage('/customers');
    const link = await screen.findByRole('link', { name: 'Karen Voss' });
    expect(link).toHaveAttribute('href', '/customers/k1');
    const [karen, lee] = within(screen.getByRole('list', { name: CUSTOMERS_COPY.title })).getAllByRole('listitem');
    expect(karen).toHaveTextContent('At risk: Unhappy more than once in 30 days, Promise overdue');
    expect(karen).toHaveTextContent('(555) 010-0142To call back');
    expect(karen).toHaveTextContent('Last callNegative');
    expect(karen).toHaveTextContent('3 calls in 90 days');
    expect(lee).toHaveTextContent('(555) 010-0143500+ calls in 90 days');
    expect(screen.getByText('2 customers')).toBeVisible();
    expect(await findAccessibilityProblems()).toEqual([]);
  });

  it('marks snoozed follow-ups as snoozed, and identifies customers without a number by their ID', async () => {
    const snoozedUntil = hoursFromNow(24);
    const snoozedCustomer = customer({ name: null, phones: [], references: ['C-4711'], snoozedUntil });
    renderPage('/customers', { [LIST_CUSTOMERS]: { customers: [snoozedCustomer], nextCursor: null } });
    expect(await screen.findByRole('link', { name: 'C-4711' })).toBeVisible();
    expect(screen.getByText(snoozedText(snoozedUntil, new Date()))).toBeVisible();
    expect(screen.getByRole('list', { name: CUSTOMERS_COPY.title })).not.toHaveTextContent(CUSTOMERS_COPY.waiting);
  });

  it('keeps the search, sort order and filters in the URL', async () => {
    const { queries } = renderPage('/customers');
    await userEvent.type(await screen.findByRole('searchbox', { name: CUSTOMERS_COPY.search }), 'voss');
    await waitFor(() => expect(getCurrentPath()).toBe('/customers?search=voss'));
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Sort by' }), CUSTOMERS_COPY.sorts.risk);
    await click('button', CUSTOMERS_COPY.atRisk);
    expect(screen.getByRole('button', { name: CUSTOMERS_COPY.atRisk })).toHaveAttribute('aria-pressed', 'true');
    expect(getCurrentPath()).toBe('/customers?search=voss&sort=risk&atRisk=true');
    await waitFor(() => expect(queries(LIST_CUSTOMERS).at(-1)).toBe('?sort=risk&search=voss&atRisk=true'));
  });

  it('keeps a pending search and every filter when several are selected in the same update', async () => {
    renderPage('/customers');
    await screen.findByRole('link', { name: 'Karen Voss' });
    const search = screen.getByRole('searchbox', { name: CUSTOMERS_COPY.search });
    fireEvent.change(search, { target: { value: 'voss' } });
    act(() => {
      fireEvent.click(screen.getByRole('button', { name: CUSTOMERS_COPY.atRisk }));
      fireEvent.click(screen.getByRole('button', { name: CUSTOMERS_COPY.waiting }));
    });
    expect(search).toHaveValue('voss');
    expect(getCurrentPath()).toBe('/customers?search=voss&atRisk=true&waiting=true');
  });

  it('discards a pending search when a link opens another list', async () => {
    renderPage('/customers?atRisk=true');
    await screen.findByRole('link', { name: 'Karen Voss' });
    jest.useFakeTimers();
    fireEvent.change(screen.getByRole('searchbox', { name: CUSTOMERS_COPY.search }), { target: { value: 'voss' } });
    fireEvent.click(screen.getByRole('link', { name: 'Sidebar' }));
    await act(() => jest.advanceTimersByTimeAsync(SEARCH_DELAY_MS));
    expect(getCurrentPath()).toBe('/customers');
    expect(screen.getByRole('searchbox', { name: CUSTOMERS_COPY.search })).toHaveValue('');
  });

  it('shows the search above the list on a phone, with one button that opens the other filters', async () => {
    setViewportWidth(390);
    renderPage('/customers?sort=risk&waiting=true');
    const search = within(await screen.findByRole('search', { name: CUSTOMERS_COPY.title }));
    expect(search.getByRole('button', { name: 'Filter 2 in use' })).toBeVisible();
    expect(search.queryByRole('combobox')).not.toBeInTheDocument();
    await click('button', 'Filter 2 in use');
    const sheet = within(await screen.findByRole('dialog'));
    await userEvent.click(sheet.getByRole('button', { name: CUSTOMERS_COPY.waiting }));
    await userEvent.selectOptions(sheet.getByRole('combobox', { name: 'Sort by' }), CUSTOMERS_COPY.sorts.name);
    expect(getCurrentPath()).toBe('/customers?sort=name');
  });

  it('loads more customers on request', async () => {
    renderPage('/customers', {
      [LIST_CUSTOMERS]: (request: Request) =>
        new URL(request.url).searchParams.has('cursor')
          ? { customers: [LEE_ORTIZ], nextCursor: null }
          : { customers: [customer()], nextCursor: 'p2' },
    });
    await click('button', 'Load more');
    expect(await screen.findByRole('link', { name: '(555) 010-0143' })).toHaveFocus();
    expect(screen.queryByRole('button', { name: 'Load more' })).not.toBeInTheDocument();
  });

  it('explains why it is empty', async () => {
    const api = renderPage('/customers?waiting=true', { [LIST_CUSTOMERS]: { customers: [], nextCursor: null } });
    expect(await screen.findByText(CUSTOMERS_COPY.noneFound.title)).toBeVisible();
    await click('button', 'Clear filters');
    expect(await screen.findByText(CUSTOMERS_COPY.none.title)).toBeVisible();
    expect(getCurrentPath()).toBe('/customers');
    expect(api.requests()).toContain(LIST_CUSTOMERS);
  });

  it('does not look empty while the next list loads', async () => {
    renderPage('/customers?waiting=true', {
      [LIST_CUSTOMERS]: (request: Request) =>
        new URL(request.url).searchParams.has('waiting')
          ? { customers: [], nextCursor: null }
          : new Promise(() => undefined),
    });
    await click('button', 'Clear filters');
    expect(await screen.findByText('Loading customers')).toBeInTheDocument();
    expect(screen.queryByText(CUSTOMERS_COPY.none.title)).not.toBeInTheDocument();
  });

  it('can be reloaded after a failure', async () => {
    const api = renderPage('/customers', { [LIST_CUSTOMERS]: new FakeResponse(400) });
    const retryButton = await screen.findByRole('button', { name: 'Try again' });
    api.set(LIST_CUSTOMERS, TWO_CUSTOMERS);
    await userEvent.click(retryButton);
    expect(await screen.findByRole('link', { name: 'Karen Voss' })).toBeVisible();
  });

  it('is unavailable to demo accounts', async () => {
    renderPage('/customers', {}, { ...TEST_USERS.user, status: 'demo' });
    expect(await screen.findByText('Home')).toBeVisible();
  });
});

describe('a customer', () => {
  it('is shown with their risks, calls, mood, promises and notes', async () => {
    renderPage('/customers/k1');
    expect(await screen.findByRole('heading', { name: 'Karen Voss' })).toBeVisible();
    const risks = within(screen.getByRole('region', { name: CUSTOMERS_COPY.risks }));
    expect(risks.getByText(/2 Negative calls, the latest Tue, Mar 31/)).toBeVisible();
    expect(risks.getByText(/it was due Tue, Mar 31/)).toBeVisible();
    const numbers = screen.getByRole('list', { name: 'Numbers' });
    const renameButton = screen.getByRole('button', { name: CUSTOMERS_COPY.rename.open });
    expect(numbers.compareDocumentPosition(renameButton)).toBe(Node.DOCUMENT_POSITION_FOLLOWING); // phones show it below
    const calls = within(await screen.findByRole('list', { name: CUSTOMERS_COPY.calls.title }));
    expect(calls.getByRole('link', { name: /^Inbound: Tue, Mar 31/ })).toHaveAttribute('href', '/calls/c1');
    expect(calls.getByText(/Agent: Paul Ruiz/)).toBeVisible();
    expect(screen.getByText('Send the quote.')).toBeVisible();
    expect(screen.getByText('Not kept')).toBeVisible();
    expect(screen.getByText('Gate code 4711')).toBeVisible();
    await userEvent.click(screen.getByText('Show as table'));
    expect(screen.getByRole('row', { name: 'Mar 2026 2 2' })).toBeVisible();
    expect(await findAccessibilityProblems()).toEqual([]);
  });

  it('is shown with follow-ups described as on the follow-ups page', async () => {
    const snoozedUntil = hoursFromNow(24);
    const why = 'Unhappy customer'; // also the kind's name
    const followUps = [followUp({ snoozedUntil }), followUp({ id: 'f0', state: 'done', outcome: 'called_back', why })];
    renderPage('/customers/k1', { 'GET /api/follow-ups': { followUps, nextCursor: null } });
    expect(await screen.findByText(snoozedText(snoozedUntil, new Date()))).toBeVisible();
    expect(screen.getByText('Not taken yet')).toBeVisible();
    expect(screen.getByText('Called back')).toBeVisible();
    expect(screen.queryByText('Waiting')).not.toBeInTheDocument();
    expect(screen.getAllByText(why)).toEqual(screen.getAllByRole('link', { name: why }));
    expect(screen.getByText(followUp().why)).toHaveAttribute('dir', 'auto');
  });

  it('can be renamed, and keeps the typed name if renaming fails', async () => {
    const api = renderPage('/customers/k1', { 'PATCH /api/customers/k1': new FakeResponse(500) });
    await click('button', CUSTOMERS_COPY.rename.open);
    const field = await screen.findByRole('textbox', { name: /^Name/ });
    await userEvent.clear(field);
    await userEvent.type(field, 'Karin Voss');
    await click('button', CUSTOMERS_COPY.rename.save);
    expect(await screen.findByText(CUSTOMERS_COPY.rename.failed)).toBeVisible();
    expect(field).toHaveValue('Karin Voss');
    expect(await findAccessibilityProblems()).toEqual([]);
    const renamedCustomer = customerDetails({ name: 'Karin Voss', isNameCorrected: true });
    api.set('PATCH /api/customers/k1', renamedCustomer);
    api.set(GET_CUSTOMER, renamedCustomer);
    await click('button', CUSTOMERS_COPY.rename.save);
    expect(await screen.findByRole('heading', { name: 'Karin Voss' })).toBeVisible();
    expect((await api.bodies('PATCH /api/customers/k1')).at(-1)).toEqual({ name: 'Karin Voss' });
  });

  it('can be merged with another customer, after an explanation', async () => {
    const api = renderPage('/customers/k1', { 'POST /api/customers/k1/merge': customerDetails() });
    await click('button', CUSTOMERS_COPY.merge.open);
    await userEvent.type(await screen.findByRole('searchbox', { name: CUSTOMERS_COPY.merge.search }), '0143');
    await click('button', /^\(555\) 010-0143/);
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Merge (555) 010-0143?' }));
    expect(dialog.getByText(CUSTOMERS_COPY.merge.question('(555) 010-0143', 'Karen Voss'))).toBeVisible();
    expect(await findAccessibilityProblems()).toEqual([]);
    await userEvent.click(dialog.getByRole('button', { name: CUSTOMERS_COPY.merge.confirm }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument());
    expect(await api.bodies('POST /api/customers/k1/merge')).toEqual([{ customerId: 'k2' }]);
    await waitFor(() => expect(screen.getByRole('button', { name: CUSTOMERS_COPY.merge.open })).toHaveFocus());
  });

  it('can be split, and shows the new customer', async () => {
    const api = renderPage('/customers/k1', {
      [GET_CUSTOMER]: customerDetails({ phones: ['+15550100142', '+15550100143'] }),
      'POST /api/customers/k1/split': customerDetails(LEE_ORTIZ),
      'GET /api/customers/k2': customerDetails(LEE_ORTIZ),
    });
    await click('button', 'Split off (555) 010-0143');
    expect(await screen.findByText(CUSTOMERS_COPY.split.question('(555) 010-0143'))).toBeVisible();
    await click('button', CUSTOMERS_COPY.split.confirm);
    await waitFor(() => expect(getCurrentPath()).toBe('/customers/k2'));
    expect(await api.bodies('POST /api/customers/k1/split')).toEqual([{ phone: '+15550100143' }]);
  });

  it('can be erased once the user has confirmed their identity', async () => {
    const api = renderPage('/customers/k1', { 'POST /api/my/erase/count': { calls: 12 } });
    const eraseButton = await screen.findByRole('button', { name: CUSTOMERS_COPY.erase.open });
    await clickAndConfirm(api, eraseButton, false);
    expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
    await clickAndConfirm(api, eraseButton);
    expect(await screen.findByRole('alertdialog', { name: 'Erase Karen Voss?' })).toBeVisible();
  });

  it('can be erased after the number of calls is shown, and leaves a receipt', async () => {
    const api = renderPage('/customers/k1', { 'POST /api/my/erase/count': { calls: 12 } });
    await click('button', CUSTOMERS_COPY.erase.open);
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Erase Karen Voss?' }));
    expect(await dialog.findByText('12 calls will be erased.')).toBeVisible();
    expect(await findAccessibilityProblems()).toEqual([]);
    api.set('POST /api/my/erase', new FakeResponse(202, ERASURE));
    api.set('GET /api/my/erasures', { erasures: [ERASURE, { ...ERASURE, id: 'e0', finishedAt: ERASURE.requestedAt }] });
    await userEvent.click(dialog.getByRole('button', { name: CUSTOMERS_COPY.erase.confirm }));
    await waitFor(() => expect(getCurrentPath()).toBe('/customers'));
    expect(await api.bodies('POST /api/my/erase')).toEqual([{ customerId: 'k1' }]);
    const receipts = within(await screen.findByRole('list', { name: CUSTOMERS_COPY.receipts.title }));
    expect(receipts.getByText(/erasing, 3 of 12 calls done/)).toBeVisible();
    expect(receipts.getByText('A customer: 12 calls')).toBeVisible();
    expect(receipts.getAllByText(/by Pat Ellis/)).toHaveLength(2);
    expect(await findAccessibilityProblems()).toEqual([]);
  });

  it.each([
    ['member', [CUSTOMERS_COPY.rename.open]],
    ['viewer', []],
  ] as const)('shows a %s only the actions they can take', async (memberRole, buttons) => {
    renderPage('/customers/k1', {}, { ...TEST_USERS.user, memberRole });
    expect(await screen.findByRole('heading', { name: 'Karen Voss' })).toBeVisible();
    expect(screen.queryAllByRole('button').map(({ textContent }) => textContent)).toEqual(buttons);
  });

  it('is reported as missing once it has been merged into another customer', async () => {
    jest.useFakeTimers({ advanceTimers: true });
    const api = renderPage('/customers/k1');
    await screen.findByRole('heading', { name: 'Karen Voss' });
    api.set(GET_CUSTOMER, new FakeResponse(404));
    await act(() => jest.advanceTimersByTimeAsync(LIVE_POLL_MS));
    expect(await screen.findByText(CUSTOMERS_COPY.notFound.title)).toBeVisible();
  });
});
