import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

import type { SecurityEvent } from '../../api/types';
import { fakeApi, type FakeApi, FakeResponse } from '../../testing/fake-api';
import { renderApp } from '../../testing/render-app';
import { getCurrentPath } from '../../testing/render-with-providers';
import { responsesFor, TEST_USERS } from '../../testing/test-users';
import { SECURITY_EVENTS_COPY as TEXT } from './security-events-copy';

const DANA = { id: '5f0c2a8e-7a2b-4d55-9a3e-0d6f1b7c9e21', name: 'Dana Reyes', email: 'dana@reyes.example' };
const LIST_EVENTS = 'GET /api/admin/security-events';
const EVENT: SecurityEvent = {
  id: 'e1',
  kind: 'sign_in',
  outcome: 'refused',
  what: 'Tried to sign in with an incorrect password.',
  method: 'password',
  code: 'WRONG_PASSWORD',
  route: 'POST /api/login',
  action: null,
  user: null,
  about: DANA,
  account: { id: 'account-1', name: 'Reyes Heating', ownerId: DANA.id },
  emailHash: null,
  ipAddress: '203.0.113.7',
  userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0',
  count: 12,
  firstAt: '2026-03-31T14:05:00.000Z',
  lastAt: '2026-03-31T14:05:40.000Z',
};

function renderPage(path: string, events: SecurityEvent[] = [EVENT]): FakeApi {
  const api = fakeApi({
    ...responsesFor(TEST_USERS.admin),
    [LIST_EVENTS]: ({ url }: Request) => {
      if (url.includes('cursor=')) return new FakeResponse(503);
      return { events: url.includes('nothing') ? [] : events, nextCursor: 'c2' };
    },
  });
  renderApp(path);
  return api;
}

describe('the security events', () => {
  it('show who tried what, from where, how often and with what outcome, with all details on request', async () => {
    renderPage('/security-events');
    const row = within(await screen.findByRole('row', { name: /incorrect password/ }));
    for (const text of ['Sign-in', 'Denied', '203.0.113.7', 'Firefox on Linux', '12'])
      expect(row.getByText(text)).toBeVisible();
    expect(row.getByText(/ago$/)).toBeVisible();
    expect(row.getByText(/Tue, Mar 31/)).toBeVisible();
    expect(row.getByRole('link', { name: 'Dana Reyes' })).toHaveAttribute('href', `/users/${DANA.id}`);
    await userEvent.click(row.getByRole('button', { name: /Details/ }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Sign-in' }));
    for (const text of ['First time', 'WRONG_PASSWORD', 'POST /api/login', EVENT.userAgent ?? ''])
      expect(dialog.getByText(text)).toBeVisible();
    expect(dialog.getByRole('link', { name: 'Reyes Heating' })).toHaveAttribute('href', `/users/${DANA.id}`);
    expect(dialog.queryByText('Entered email')).not.toBeInTheDocument();
  });

  it('stay visible when older ones fail to load', async () => {
    renderPage('/security-events');
    await userEvent.click(await screen.findByRole('button', { name: 'Load more' }));
    expect(await screen.findByRole('alert')).toHaveTextContent("Couldn't load more security events.");
    expect(screen.getByRole('row', { name: /incorrect password/ })).toBeVisible();
  });

  it('are filtered by the URL, which reflects the filters, and exported as shown', async () => {
    const { queries } = renderPage(`/security-events?kind=sign_in&userId=${DANA.id}&outcome=nonsense`);
    await screen.findByRole('row', { name: /incorrect password/ });
    expect(queries(LIST_EVENTS)).toEqual([`?userId=${DANA.id}&kind=sign_in`]);
    await userEvent.selectOptions(screen.getByLabelText('Outcome'), 'Denied');
    await userEvent.click(screen.getByRole('button', { name: TEXT.allUsers }));
    await userEvent.type(screen.getByLabelText('IP address'), '203.0.');
    await waitFor(() => expect(queries(LIST_EVENTS).at(-1)).toBe('?address=203.0.&kind=sign_in&outcome=refused'));
    expect(getCurrentPath()).toBe('/security-events?address=203.0.&kind=sign_in&outcome=refused');
    const exportLink = screen.getByRole('link', { name: 'Export CSV' });
    expect(exportLink).toHaveAttribute('download'); // an error must not replace the page
    expect(exportLink).toHaveAttribute(
      'href',
      '/api/admin/security-events/export.csv?address=203.0.&kind=sign_in&outcome=refused',
    );
    await userEvent.type(screen.getByRole('searchbox', { name: /Name or email/ }), 'nothing');
    expect(await screen.findByText(TEXT.noneFound.title)).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: TEXT.clear }));
    await waitFor(() => expect(queries(LIST_EVENTS).at(-1)).toBe(''));
    expect(screen.getByLabelText('IP address')).toHaveValue('');
  });

  it('keep pending text and every filter when several are selected in the same update', async () => {
    renderPage('/security-events');
    await screen.findByRole('row', { name: /incorrect password/ });
    act(() => {
      fireEvent.change(screen.getByRole('searchbox', { name: /Name or email/ }), { target: { value: 'dana' } });
      fireEvent.change(screen.getByLabelText('IP address'), { target: { value: '203.0.' } });
      fireEvent.change(screen.getByLabelText('Kind'), { target: { value: 'sign_in' } });
      fireEvent.change(screen.getByLabelText('Outcome'), { target: { value: 'refused' } });
    });
    const path = '/security-events?user=dana&address=203.0.&kind=sign_in&outcome=refused';
    await waitFor(() => expect(getCurrentPath()).toBe(path));
  });

  it('show an error for an invalid IP address instead of searching for it', async () => {
    const { queries } = renderPage('/security-events');
    await screen.findByRole('row', { name: /incorrect password/ });
    await userEvent.type(screen.getByLabelText('IP address'), 'office');
    expect(await screen.findByText(TEXT.invalidAddress)).toBeVisible();
    await waitFor(() => expect(getCurrentPath()).toBe('/security-events?address=office'));
    expect(new Set(queries(LIST_EVENTS))).toEqual(new Set(['']));
  });

  it('are replaced by an empty state if there are none', async () => {
    renderPage('/security-events', []);
    expect(await screen.findByText(TEXT.none.title)).toBeVisible();
  });
});
