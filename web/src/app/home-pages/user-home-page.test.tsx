import { screen } from '@testing-library/react';

import type { CurrentUser } from '../../api/types';
import { SETTINGS_COPY } from '../../features/settings/settings-copy';
import { COPY } from '../../lib/copy';
import { createQueryClient } from '../../lib/query-client';
import { userQuery } from '../../lib/session';
import { UPLOAD_COPY } from '../../lib/upload-copy';
import { fakeApi } from '../../testing/fake-api';
import { renderWithProviders } from '../../testing/render-with-providers';
import { responsesFor, TEST_USERS } from '../../testing/test-users';
import { UserHome } from './user-home-page';

function open(person: CurrentUser): ReturnType<typeof fakeApi> {
  const api = fakeApi({
    ...responsesFor(person),
    'GET /api/my/settings': new Promise(() => undefined),
    'GET /api/my/demo-usage': { count: 2, limit: 5 },
  });
  const client = createQueryClient();
  client.setQueryData(userQuery.queryKey, person);
  renderWithProviders(<UserHome />, client);
  return api;
}

describe('the home of a user', () => {
  it('has figures, calls and settings', async () => {
    open(TEST_USERS.user);
    expect(await screen.findByText('Minutes Processed')).toBeVisible();
    expect(screen.getByRole('heading', { name: COPY.calls.recent })).toBeVisible();
    expect(await screen.findByRole('heading', { name: SETTINGS_COPY.title })).toBeVisible();
  });

  it('is the sandbox alone for a demo account, which asks for nothing else', async () => {
    const api = open(TEST_USERS.demo);
    expect(await screen.findByRole('heading', { name: UPLOAD_COPY.sandbox })).toBeVisible();
    expect(screen.queryByText('Minutes Processed')).not.toBeInTheDocument();
    expect(screen.queryByRole('heading', { name: COPY.calls.recent })).not.toBeInTheDocument();
    expect(screen.queryByRole('heading', { name: SETTINGS_COPY.title })).not.toBeInTheDocument();
    expect(api.requests().filter((call) => /usage$|calls|settings/.test(call))).toEqual(['GET /api/my/demo-usage']);
  });
});
