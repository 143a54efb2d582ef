import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

import { UsersPage } from '../features/users/users-page';
import { fakeApi, type FakeApi } from './fake-api';
import { renderWithProviders } from './render-with-providers';
import { responsesFor, TEST_USERS } from './test-users';
import { USERS } from './user-list';

export const LIST_USERS = 'GET /api/admin/users';

/** Renders the page for an administrator. */
export function renderUsersPage(responses: Record<string, unknown> = {}): FakeApi {
  const api = fakeApi({ ...responsesFor(TEST_USERS.admin), [LIST_USERS]: USERS, ...responses });
  renderWithProviders(<UsersPage />, { user: TEST_USERS.admin });
  return api;
}

export async function openUserMenu(name: string): Promise<HTMLElement> {
  await userEvent.click(await screen.findByRole('button', { name: `Actions for ${name}` }));
  return screen.findByRole('menu');
}

export async function chooseUserAction(name: string, item: string): Promise<void> {
  await userEvent.click(within(await openUserMenu(name)).getByRole('menuitem', { name: item }));
}
