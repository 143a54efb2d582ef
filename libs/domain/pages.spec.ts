import { isPage } from './pages';

describe('a page of the web app', () => {
  it.each(['/', '/auth', '/checkout/success', '/calls', '/calls/7e7a2c1e', '/users', '/docs/'])('is at %s', (path) => {
    expect(isPage(path)).toBe(true);
  });

  it.each(['', '/nothing', '/calls/a/b', '/Users', '/users.html', '/auth/x'])('is not at %s', (path) => {
    expect(isPage(path)).toBe(false);
  });
});
