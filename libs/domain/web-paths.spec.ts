import { isPage } from './web-paths';

describe('isPage', () => {
  it.each([
    '/',
    '/auth',
    '/checkout/success',
    '/calls',
    '/calls/7e7a2c1e',
    '/follow-ups',
    '/follow-ups/7e7a2c1e',
    '/happiness',
    '/bookings',
    '/agents/0b9d5b0e-2f2c-4c8a-8f5d-4a1f6f0f7d11',
    '/checks',
    '/customers',
    '/customers/7e7a2c1e',
    '/shared/Y2FsbA',
    '/team',
    '/team/activity',
    '/settings',
    '/settings/limits',
    '/users',
    '/users/7e7a2c1e',
    '/activity',
    '/security-events',
    '/messages',
    '/docs/',
    '/status',
  ])('is true for %s', (path) => {
    expect(isPage(path)).toBe(true);
  });

  it.each(['', '/nothing', '/calls/a/b', '/Users', '/users.html', '/auth/x', '/shared'])('is false for %s', (path) => {
    expect(isPage(path)).toBe(false);
  });
});
