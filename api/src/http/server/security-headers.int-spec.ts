import { createHash } from 'node:crypto';

import { startApi, type TestApi } from '@ringwell/testing/start-api';
import { useTestDatabase } from '@ringwell/testing/test-database';

const sha256 = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
const makeCsp = (style: string): string =>
  `default-src 'self';script-src 'self';style-src 'self' ${sha256(style)};` +
  "font-src 'self';img-src 'self' data:;media-src 'self' blob:;" +
  "object-src 'none';base-uri 'none';form-action 'self';frame-ancestors 'none'";

describe('Security headers', () => {
  const database = useTestDatabase();
  let api: TestApi;
  afterEach(() => api.stop());

  /** Returns the style of server-rendered pages. */
  const fetchPageStyle = async (): Promise<string> => {
    const page = await (await fetch(`${api.url}/api/password/forgot`)).text();
    return /<style>(.*)<\/style>/s.exec(page)?.[1] ?? '';
  };
  const fetchHeaders = async (path: string): Promise<Headers> => (await fetch(`${api.url}${path}`)).headers;

  it.each([['http://calls.example.com'], ['']])(
    'restrict pages on every response and do not force https (PUBLIC_URL=%s)',
    async (PUBLIC_URL) => {
      api = await startApi(database.url, { PUBLIC_URL });
      const expected = makeCsp(await fetchPageStyle());
      for (const path of ['/api/health/live', '/api/auth/user', '/api/nothing']) {
        const headers = await fetchHeaders(path);
        expect({ path, ...Object.fromEntries(headers) }).toMatchObject({
          path,
          'content-security-policy': expected,
          'x-content-type-options': 'nosniff',
          'x-frame-options': 'DENY',
          'referrer-policy': 'same-origin',
          'cross-origin-opener-policy': 'same-origin',
          'cross-origin-resource-policy': 'same-origin',
        });
        expect(headers.get('strict-transport-security')).toBeNull();
        expect(headers.get('x-powered-by')).toBeNull();
        expect(headers.get('access-control-allow-origin')).toBeNull();
      }
    },
  );

  it('enforce https for a year when PUBLIC_URL is https', async () => {
    api = await startApi(database.url, { PUBLIC_URL: 'https://calls.example.com' });
    const headers = await fetchHeaders('/api/health/live');
    expect(headers.get('content-security-policy')).toBe(`${makeCsp(await fetchPageStyle())};upgrade-insecure-requests`);
    expect(Number(/max-age=(\d+)/.exec(headers.get('strict-transport-security') ?? '')?.[1])).toBeGreaterThanOrEqual(
      31_536_000,
    );
  });
});
