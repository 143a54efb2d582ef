import { screen } from '@testing-library/react';

import { COPY } from '../lib/copy';
import { UPLOAD_COPY } from '../lib/recordings/upload-copy';
import { fakeApi, FakeResponse } from '../testing/fake-api';
import { renderApp } from '../testing/render-app';
import { responsesFor, SIGNED_OUT, TEST_USERS } from '../testing/test-users';

describe('/demo', () => {
  it('redirects visitors to the sign-in page', async () => {
    fakeApi({ 'GET /api/auth/user': new FakeResponse(401, SIGNED_OUT), 'GET /api/auth/provider': { name: 'Replit' } });
    renderApp('/demo');
    expect(await screen.findByRole('heading', { name: COPY.signIn.title })).toBeVisible();
  });

  it.each(['demo', 'user', 'admin'] as const)('is available to a signed-in %s', async (role) => {
    fakeApi({
      ...responsesFor(TEST_USERS[role]),
      'GET /api/my/demo-usage': { count: 0, limit: 5, remaining: 5, maxMinutes: 10 },
    });
    renderApp('/demo');
    expect(await screen.findByRole('link', { name: UPLOAD_COPY.back })).toBeVisible();
    expect(screen.getByRole('link', { name: UPLOAD_COPY.upgrade })).toBeVisible();
    expect(screen.queryByRole('navigation')).not.toBeInTheDocument();
  });
});
