import { safeReturnPath } from './return-to';

describe('safeReturnPath', () => {
  it.each(['/', '/calls', '/calls/1?tab=transcript&from=%2F#t=12', '/users?search=a//b', '/a//b'])(
    'keeps %s',
    (path) => {
      expect(safeReturnPath(path)).toBe(path);
    },
  );

  it.each([
    'https://evil.example/',
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/%2f%2fevil.example',
    '/%5Cevil.example',
    '/.//evil.example',
    '/%2e//evil.example',
    '/calls/..//evil.example',
    '/a/../../%2fevil.example',
    '/\t/evil.example',
    '/\n//evil.example',
    '/ok\r\nSet-Cookie: a=b',
    'javascript:alert(1)',
    'data:text/html,x',
    'calls',
    '',
    ' /calls',
    '?a=b',
    '#a',
    '@evil.example',
    '/api/logout',
    '/api',
    '/API/login',
    '/x/../api/logout',
    `/${'a'.repeat(2_000)}`,
    `/calls?search=${'ü'.repeat(340)}`, // each becomes %C3%BC
  ])('replaces %j', (path) => {
    expect(safeReturnPath(path)).toBe('/');
  });

  it.each([undefined, null, ['/calls'], { path: '/calls' }, 1])(
    'replaces a value that is not a string: %j',
    (value) => {
      expect(safeReturnPath(value)).toBe('/');
    },
  );
});
