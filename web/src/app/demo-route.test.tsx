import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';

import { COPY } from '../lib/copy';
import { createQueryClient } from '../lib/queries/query-client';
import { UPLOAD_COPY } from '../lib/recordings/upload-copy';
import { fakeApi, FakeResponse } from '../testing/fake-api';
import { TEST_PRODUCT } from '../testing/render-with-providers';
import { responsesFor, SIGNED_OUT, TEST_USERS } from '../testing/test-users';
import { App } from './app';

function openDemo(): void {
  render(
    <MemoryRouter initialEntries={['/demo']}>
      <App product={TEST_PRODUCT} queryClient={createQueryClient()} />
    </MemoryRouter>,
  );
}

describe('/demo', () => {
  it('redirects visitors to the sign-in page', async () => {
    fakeApi({ 'GET /api/auth/user': new FakeResponse(401, SIGNED_OUT), 'GET /api/auth/provider': { name: 'Replit' } });
    openDemo();
    expect(await screen.findByRole('heading', { name: COPY.signIn.title })).toBeVisible();
  });

  it.each(['demo', 'user', 'admin'] as const)('is available to a signed-in %s', async (role) => {
    fakeApi({
      ...responsesFor(TEST_USERS[role]),
      'GET /api/my/demo-usage': { count: 0, limit: 5, remaining: 5, maxMinutes: 10 },
    });
    openDemo();
    expect(await screen.findByRole('link', { name: UPLOAD_COPY.back })).toBeVisible();
    expect(screen.getByRole('link', { name: UPLOAD_COPY.upgrade })).toBeVisible();
    expect(screen.queryByRole('navigation')).not.toBeInTheDocument();
  });
});
