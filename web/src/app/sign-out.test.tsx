import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

import { browserLocation } from '../lib/browser-location';
import { createQueryClient } from '../lib/query-client';
import { userQuery } from '../lib/session';
import { fakeApi, FakeResponse } from '../testing/fake-api';
import { renderWithProviders } from '../testing/render-with-providers';
import { responsesFor, SIGNED_OUT, TEST_USERS } from '../testing/test-users';
import { Guard } from './route-guard';

it('goes to the sign-out first, then forgets the user and fetches everything again, and nobody is sent to the sign-in meanwhile', async () => {
  const assign = jest.spyOn(browserLocation, 'assign').mockReturnValue(undefined);
  const api = fakeApi(responsesFor(TEST_USERS.admin));
  const client = createQueryClient();
  renderWithProviders(<Guard access="admin" screen={{ title: 'Users', frame: 'shell', Page: () => <p>the page</p> }} />, client);
  const button = await screen.findByRole('button', { name: 'Log out' });
  api.set('GET /api/auth/user', new FakeResponse(401, SIGNED_OUT));
  await userEvent.click(button);
  await waitFor(() => expect(client.getQueryData(userQuery.queryKey)).toBeNull());
  await waitFor(() => expect(api.requests().filter((call) => call === 'GET /api/auth/user')).toHaveLength(2));
  expect(assign.mock.calls).toEqual([['/api/logout']]);
  expect(screen.queryByText('Unauthorized')).not.toBeInTheDocument();
});
