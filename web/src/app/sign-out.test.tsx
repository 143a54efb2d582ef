import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

import { browserLocation } from '../lib/browser/browser-location';
import { userQuery } from '../lib/session/session';
import { fakeApi, FakeResponse } from '../testing/fake-api';
import { renderWithProviders } from '../testing/render-with-providers';
import { responsesFor, SIGNED_OUT, TEST_USERS } from '../testing/test-users';
import { RouteGuard } from './route-guard';
import type { PageDefinition } from './routes';

const PAGE: PageDefinition = { title: 'Users', Component: () => <p>the page</p> };

it('opens the sign-out page, clears the user and refetches everything without redirecting to the sign-in page', async () => {
  const assign = jest.spyOn(browserLocation, 'assign').mockReturnValue(undefined);
  const api = fakeApi(responsesFor(TEST_USERS.admin));
  const client = renderWithProviders(<RouteGuard access="admin" page={PAGE} />);
  const button = await screen.findByRole('button', { name: 'Log out' });
  api.set('GET /api/auth/user', new FakeResponse(401, SIGNED_OUT));
  await userEvent.click(button);
  await waitFor(() => expect(client.getQueryData(userQuery.queryKey)).toBeNull());
  await waitFor(() => expect(api.count('GET /api/auth/user')).toBe(2));
  expect(assign.mock.calls).toEqual([['/api/logout']]);
  expect(screen.queryByText('Unauthorized')).not.toBeInTheDocument();
});

it('keeps the page visible after sign-out until it is replaced', async () => {
  fakeApi(responsesFor(TEST_USERS.admin));
  const client = renderWithProviders(<RouteGuard access="admin" page={PAGE} />);
  await screen.findByText('the page');
  act(() => {
    client.setQueryData(userQuery.queryKey, null); // observers are notified in a later task
    fireEvent.keyDown(document.body, { key: '?' }); // renders the shell before that
  });
  await waitFor(() => expect(screen.queryByText('the page')).not.toBeInTheDocument());
});
