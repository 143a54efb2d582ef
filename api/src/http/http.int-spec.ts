import { startApiWithDatabase, type TestApi } from '@ringwell/testing/start-api';

interface Operation {
  operationId?: string;
  summary?: string;
  security?: object[];
  responses: Record<string, object>;
}
interface OpenApi {
  openapi: string;
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, object>; securitySchemes: Record<string, object> };
}

describe('HTTP', () => {
  let api: TestApi;

  beforeAll(async () => {
    ({ api } = await startApiWithDatabase());
  });
  afterAll(() => api.stop());

  it.each([['GET', '/api/nothing'], ['GET', '/'], ['PUT', '/api/n8n/calls'], ['DELETE', '/api/health/live'], ['POST', '/api/n8n/calls/a/b']])(
    'answers %s %s, which is not there, with a sentence', async (method, path) => {
      const response = await fetch(`${api.url}${path}`, { method });
      expect(response.status).toBe(404);
      expect(await response.json()).toEqual({
        statusCode: 404, code: 'NO_SUCH_ROUTE', message: expect.stringContaining('openapi.json') as string, requestId: response.headers.get('x-request-id'),
      });
    });

  it('answers an address that cannot be read with a sentence', async () => {
    const response = await fetch(`${api.url}/api/n8n/calls/%E0%A4%A`);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ code: 'BAD_REQUEST' });
  });

  it('keeps a sane request id and replaces any other', async () => {
    const idFor = async (given: string): Promise<string | null> => (await fetch(`${api.url}/api/health/live`, { headers: { 'x-request-id': given } })).headers.get('x-request-id');
    expect(await idFor('trace-1.a:b')).toBe('trace-1.a:b');
    for (const odd of ['a b', 'x'.repeat(200), '{"a":1}']) expect(await idFor(odd)).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('says nothing about its insides, and sends safe headers', async () => {
    const { headers } = await fetch(`${api.url}/api/health/live`);
    expect(headers.get('x-powered-by')).toBeNull();
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('content-security-policy')).toBe("default-src 'none';frame-ancestors 'none'");
  });

  it('writes a line for each request, without its query', async () => {
    await fetch(`${api.url}/api/openapi.json?secret=s3cret`, { headers: { 'x-request-id': 'find-me' } });
    const line = api.log.find((text) => text.includes('find-me'));
    expect(JSON.parse(line ?? '')).toMatchObject({ method: 'GET', route: '/api/openapi.json', status: 200, requestId: 'find-me' });
    expect(api.log.join('')).not.toContain('s3cret');
  });

  describe('the OpenAPI document', () => {
    let document: OpenApi;
    beforeAll(async () => { document = await (await fetch(`${api.url}/api/openapi.json`)).json() as OpenApi; });

    it('describes every route, with its name, its errors and its token', () => {
      const operations = Object.entries(document.paths).flatMap(([path, methods]) => Object.entries(methods).map(([method, operation]) => ({ path, method, operation })));
      expect(operations.map(({ path, method }) => `${method} ${path}`).sort()).toEqual([
        'get /api/health/live', 'get /api/health/ready', 'get /api/n8n/calls/{id}', 'get /api/openapi.json', 'post /api/n8n/calls',
      ]);
      for (const { path, operation } of operations) {
        expect(operation).toMatchObject({ operationId: expect.any(String) as string, summary: expect.any(String) as string });
        const needsToken = path.startsWith('/api/n8n');
        expect(operation.security).toEqual(needsToken ? [{ bearer: [] }] : undefined);
        expect('401' in operation.responses).toBe(needsToken);
      }
      expect(Object.keys(document.paths['/api/n8n/calls']?.['post']?.responses ?? {})).toEqual(['202', '400', '401', '403', '413', '415', '422', '503']);
      expect(document.components.securitySchemes).toMatchObject({ bearer: { type: 'http', scheme: 'bearer' } });
    });

    it('refers only to what it has', () => {
      const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g)].map(([, name]) => name);
      expect(references.length).toBeGreaterThan(5);
      expect(references.filter((name) => !(name && name in document.components.schemas))).toEqual([]);
      expect(document.openapi).toMatch(/^3\./);
    });
  });
});
