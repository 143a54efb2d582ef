import { createHash } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';

import { useTestApi } from '@ringwell/testing/start-api';
import { temporaryDirectory } from '@ringwell/testing/temporary-directory';

const PAGE_TEMPLATE =
  '<html data-session="%SESSION%"><title>%PRODUCT_NAME%</title><a href="%PRIVACY_URL%">%SUPPORT_PHONE%</a>' +
  '<script type="application/json">%PRODUCT_JSON%</script>100%APP</html>';
const STYLED_ELEMENTS = '<i style="flex:1 1 0"></i><i style="flex:1 1 0"></i><i style="--filled:35%"></i>';
const SCRIPT = 'console.log("Ringwell")';

describe('The web app', () => {
  const folder = temporaryDirectory();

  beforeAll(async () => {
    await mkdir(join(folder, 'assets'));
    await Promise.all([
      writeFile(join(folder, 'index.html'), PAGE_TEMPLATE),
      writeFile(join(folder, 'landing.html'), PAGE_TEMPLATE.replace('APP', `LANDING${STYLED_ELEMENTS}`)),
      writeFile(join(folder, 'robots.txt'), 'User-agent: *'),
      writeFile(join(folder, 'assets/main-abc.js'), SCRIPT),
      writeFile(join(folder, 'assets/main-abc.js.br'), brotliCompressSync(SCRIPT)),
    ]);
  });
  const { api, database } = useTestApi({
    WEB_DIR: folder,
    PRODUCT_NAME: 'Bell & <Sons>',
    PRIVACY_URL: 'https://example.com/privacy',
    LEGAL_NAME: 'Bell Calls LLC',
    LEGAL_STATE: 'Ohio',
    RECORDINGS_RETENTION_DAYS: '90',
  });

  const get = (path: string, init: RequestInit = {}): Promise<Response> => fetch(`${api.url}${path}`, init);

  it('serves visitors the landing page with values from the settings', async () => {
    const response = await get('/');
    const page = await response.text();
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'private, no-cache',
      vary: 'Accept-Encoding, Cookie',
    });
    expect(page).toContain(
      '<html data-session="none"><title>Bell &amp; &lt;Sons&gt;</title><a href="https://example.com/privacy">(555) 010-0199</a>',
    );
    expect(page).toContain('100%LANDING');
    const [, json = ''] = /json">(.*)<\/script>/.exec(page) ?? [];
    expect(json).not.toContain('<');
    expect(JSON.parse(json)).toMatchObject({
      name: 'Bell & <Sons>',
      supportPhone: '(555) 010-0199',
      termsUrl: '/terms',
      legal: {
        name: 'Bell Calls LLC',
        address: null,
        state: 'Ohio',
        recordingDays: 90,
        transcriptDays: null,
        activityDays: null,
        securityDays: 365,
        messageDays: null,
        contactDays: 365,
      },
    });
  });

  it("only allows its own pages' styles", async () => {
    const fetchStyleSources = async (path: string): Promise<string> =>
      /style-src [^;]*/.exec((await get(path)).headers.get('content-security-policy') ?? '')?.[0] ?? '';
    const hashStyle = (style: string): string => `'sha256-${createHash('sha256').update(style).digest('base64')}'`;
    const appSources = await fetchStyleSources('/login');
    expect(appSources).toMatch(/^style-src 'self' 'sha256-[^']+'$/);
    expect(await fetchStyleSources('/')).toBe(
      appSources.replace(
        'style-src',
        `style-src 'unsafe-hashes' ${hashStyle('flex:1 1 0')} ${hashStyle('--filled:35%')}`,
      ),
    );
  });

  it('serves signed-in users the app, marked as signed in', async () => {
    const { user } = await database.makeAccount();
    const client = await api.signIn(user);
    expect((await client.get<string>('/')).body).toMatch(/data-session="some".*100%APP/);
    expect((await client.get<string>('/calls/1')).body).toMatch(/data-session="some".*100%APP/);
    expect(await (await get('/', { headers: { cookie: 'ringwell_session=forged' } })).text()).toMatch(
      /data-session="none".*100%LANDING/,
    );
  });

  it('only preloads the current user for signed-in users', async () => {
    const { user } = await database.makeAccount();
    const client = await api.signIn(user);
    expect((await client.get('/users')).headers.get('link')).toContain(
      '</api/auth/user>; rel=preload; as=fetch; crossorigin=use-credentials',
    );
    expect((await get('/auth')).headers.get('link')).toBeNull();
  });

  it('serves the app with 404 for unknown pages', async () => {
    expect((await get('/users')).status).toBe(200);
    for (const path of ['/nothing', '/calls/1/2', '/index.html', '/landing.html', '/.env']) {
      const response = await get(path);
      expect({ path, status: response.status, body: await response.text() }).toEqual({
        path,
        status: 404,
        body: expect.stringContaining('100%APP') as string,
      });
    }
  });

  it('never serves a page instead of a missing script or API route', async () => {
    for (const path of ['/assets/main-old.js', '/api/nothing', '/api']) {
      const response = await get(path);
      expect({ path, status: response.status, code: ((await response.json()) as { code: string }).code }).toEqual({
        path,
        status: 404,
        code: 'NO_SUCH_ROUTE',
      });
    }
    expect((await get('/', { method: 'POST' })).status).toBe(404);
  });

  it('serves compressed files, and caches hashed files forever', async () => {
    const script = await get('/assets/main-abc.js', { headers: { 'accept-encoding': 'br' } });
    expect(Object.fromEntries(script.headers)).toMatchObject({
      'content-encoding': 'br',
      'cache-control': 'public, max-age=31536000, immutable',
    });
    expect(await script.text()).toBe(SCRIPT);
    expect((await get('/robots.txt')).headers.get('cache-control')).toBe('public, max-age=3600');
    const [compressed, uncompressed] = [
      await get('/', { headers: { 'accept-encoding': 'br' } }),
      await get('/', { headers: { 'accept-encoding': 'identity' } }),
    ];
    expect(compressed.headers.get('content-encoding')).toBe('br');
    expect(uncompressed.headers.get('content-encoding')).toBeNull();
    expect(await compressed.text()).toBe(await uncompressed.text());
  });

  it('survives a file that disappears during a rebuild', async () => {
    await rm(join(folder, 'robots.txt'));
    await expect(get('/robots.txt').then((response) => response.text())).rejects.toThrow();
    expect((await get('/')).status).toBe(200);
  });

  it('responds to HEAD without a body', async () => {
    const response = await get('/', { method: 'HEAD' });
    expect({ status: response.status, body: await response.text() }).toEqual({ status: 200, body: '' });
    expect(Number(response.headers.get('content-length'))).toBeGreaterThan(100);
  });
});
