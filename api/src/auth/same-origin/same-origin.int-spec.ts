import { RawHttp } from '@ringwell/testing/raw-http';
import { startApi, type TestApi } from '@ringwell/testing/start-api';
import { useTestDatabase } from '@ringwell/testing/test-database';

const HOST = 'calls.example.com';
const OWN_ORIGIN = `http://${HOST}`;
const OTHER_ORIGIN = 'https://evil.example.com';
const COOKIE = { cookie: 'ringwell_session=x' };
const BEARER = { authorization: 'Bearer rw_x' };
const FORM = { 'content-type': 'multipart/form-data; boundary=x' };

describe('SameOriginGuard', () => {
  const database = useTestDatabase();
  let api: TestApi;

  // A request that passes the guard is then rejected because of its bearer token.
  async function fetchErrorCode(headers: Record<string, string>, method = 'POST'): Promise<string> {
    const client = new RawHttp(api.url);
    client.sendHead(method, '/api/n8n/calls', { host: HOST, connection: 'close', ...headers });
    return (JSON.parse((await client.readResponse()).body) as { code: string }).code;
  }

  describe('without a proxy', () => {
    beforeAll(async () => {
      api = await startApi(database.url, { PUBLIC_URL: `${OWN_ORIGIN}/` });
    });
    afterAll(() => api.stop());

    it.each([
      ['our host', { ...COOKIE, origin: OWN_ORIGIN }],
      ['our host, with a form', { ...COOKIE, ...FORM, origin: OWN_ORIGIN }],
      ['our public address, sent to any host', { ...COOKIE, host: 'internal:3000', origin: OWN_ORIGIN }],
      ['an IP address', { ...COOKIE, host: '192.0.2.7:3000', origin: 'http://192.0.2.7:3000' }],
      ['an IPv6 address', { ...COOKIE, host: '[2001:db8::7]:3000', origin: 'http://[2001:db8::7]:3000' }],
      ['this machine', { ...COOKIE, host: 'localhost:3000', origin: 'http://localhost:3000' }],
      ['our pages, with Sec-Fetch-Site but no origin', { ...COOKIE, 'sec-fetch-site': 'same-origin' }],
      [
        'our pages, with Sec-Fetch-Site and a hidden origin',
        { ...COOKIE, origin: 'null', 'sec-fetch-site': 'same-origin' },
      ],
      ['a request without an origin or a cookie, like a script', {}],
      ['our host, without a cookie, as when signing in', { origin: OWN_ORIGIN }],
      ['any site, with a token and no cookie', { ...BEARER, origin: OTHER_ORIGIN, 'sec-fetch-site': 'cross-site' }],
      ['our host, with a token and a cookie', { ...BEARER, ...COOKIE, origin: OWN_ORIGIN }],
    ])('allows %s', async (_case, headers) => {
      expect(await fetchErrorCode(headers)).toMatch(/^TOKEN_/);
    });

    it.each([
      ['another site', { ...COOKIE, origin: OTHER_ORIGIN }],
      ['another site, with a form', { ...COOKIE, ...FORM, origin: OTHER_ORIGIN }],
      ['another site without a cookie, which could sign a visitor in as another user', { origin: OTHER_ORIGIN }],
      [
        'another site that claims Sec-Fetch-Site: same-origin',
        { ...COOKIE, origin: OTHER_ORIGIN, 'sec-fetch-site': 'same-origin' },
      ],
      ['our host over https, which it does not serve', { ...COOKIE, origin: `https://${HOST}` }],
      ['our host on another port', { ...COOKIE, origin: `${OWN_ORIGIN}:8080` }],
      ['a host that starts with ours', { ...COOKIE, origin: `${OWN_ORIGIN}.evil.example.com` }],
      ['a subdomain', { ...COOKIE, origin: `http://evil.${HOST}` }],
      ['a hidden origin', { ...COOKIE, origin: 'null' }],
      ['a hidden origin, without a cookie', { origin: 'null' }],
      ['a hidden origin on another site', { ...COOKIE, origin: 'null', 'sec-fetch-site': 'cross-site' }],
      ['an empty origin', { ...COOKIE, origin: '' }],
      ['Sec-Fetch-Site: cross-site', { ...COOKIE, 'sec-fetch-site': 'cross-site' }],
      ['Sec-Fetch-Site: same-site', { ...COOKIE, 'sec-fetch-site': 'same-site' }],
      ['Sec-Fetch-Site: none', { ...COOKIE, 'sec-fetch-site': 'none' }],
      ['Sec-Fetch-Site: cross-site, without a cookie', { 'sec-fetch-site': 'cross-site' }],
      ['a request with a cookie but no origin', COOKIE],
      ['a form with a cookie but no origin', { ...COOKIE, ...FORM }],
      ['another site with a token and the cookie', { ...BEARER, ...COOKIE, origin: OTHER_ORIGIN }],
      [
        'another site that forges X-Forwarded-Host',
        { ...COOKIE, origin: OTHER_ORIGIN, 'x-forwarded-host': 'evil.example.com', 'x-forwarded-proto': 'https' },
      ],
    ])('rejects %s', async (_case, headers) => {
      expect(await fetchErrorCode(headers)).toBe('CROSS_ORIGIN');
    });

    it.each([
      ['with a cookie', COOKIE],
      ['without a cookie, as when signing up', {}],
    ])('rejects requests from another host name that resolves to this server, %s', async (_case, headers) => {
      const reboundHeaders = { ...headers, host: 'evil.example.com:3000', origin: 'http://evil.example.com:3000' };
      expect(await fetchErrorCode(reboundHeaders)).toBe('UNKNOWN_HOST');
      expect(await fetchErrorCode({ ...reboundHeaders, host: 'a b', origin: 'http://a b' })).toBe('UNKNOWN_HOST');
      expect(await fetchErrorCode({ host: 'api:3000', ...BEARER })).toMatch(/^TOKEN_/); // another client on the same network
    });

    it('allows safe methods from anywhere', async () => {
      const { user } = await database.makeAccount();
      const client = await api.signIn(user);
      expect((await client.get('/api/auth/user', { origin: OTHER_ORIGIN })).status).toBe(200);
    });
  });

  describe('behind a proxy', () => {
    beforeAll(async () => {
      api = await startApi(database.url, { TRUST_PROXY: '127.0.0.1', PUBLIC_URL: 'https://calls.example.com' });
    });
    afterAll(() => api.stop());
    const SECURE_COOKIE = { cookie: '__Host-ringwell_session=x' };

    it('compares origins with the host and protocol named by the proxy', async () => {
      const forwardedHeaders = {
        ...SECURE_COOKIE,
        host: 'internal:3000',
        'x-forwarded-host': 'other.example.com',
        'x-forwarded-proto': 'https',
      };
      const headersFromOurHost = { ...forwardedHeaders, 'x-forwarded-host': 'calls.example.com' };
      expect(await fetchErrorCode({ ...headersFromOurHost, origin: 'https://calls.example.com' })).toBe(
        'TOKEN_MISSING',
      );
      expect(await fetchErrorCode({ ...forwardedHeaders, origin: 'https://calls.example.com' })).toBe('TOKEN_MISSING');
      expect(await fetchErrorCode({ ...forwardedHeaders, origin: 'https://other.example.com' })).toBe('UNKNOWN_HOST');
      expect(await fetchErrorCode({ ...forwardedHeaders, origin: 'http://internal:3000' })).toBe('CROSS_ORIGIN');
      expect(await fetchErrorCode({ ...forwardedHeaders, origin: 'http://other.example.com' })).toBe('CROSS_ORIGIN');
      expect(await fetchErrorCode(forwardedHeaders)).toBe('CROSS_ORIGIN');
    });
  });
});
