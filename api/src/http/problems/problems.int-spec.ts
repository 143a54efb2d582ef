import { useTestApi } from '@ringwell/testing/start-api';

describe('HTTP requests', () => {
  const { api } = useTestApi();

  it.each([
    ['GET', '/api/nothing'],
    ['GET', '/'],
    ['PUT', '/api/n8n/calls'],
    ['DELETE', '/api/health/live'],
    ['POST', '/api/n8n/calls/a/b'],
  ])('get a 404 problem for the unknown route %s %s', async (method, path) => {
    const response = await fetch(`${api.url}${path}`, { method });
    expect(response.status).toBe(404);
    expect(await response.json()).toEqual({
      statusCode: 404,
      code: 'NO_SUCH_ROUTE',
      message: expect.stringContaining('openapi.json') as string,
      requestId: response.headers.get('x-request-id'),
    });
  });

  it('get a 400 problem for a malformed URL', async () => {
    const response = await fetch(`${api.url}/api/n8n/calls/%E0%A4%A`);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ code: 'BAD_REQUEST' });
  });

  it('keep a valid request id and replace an invalid one', async () => {
    const fetchRequestId = async (requestId: string): Promise<string | null> =>
      (await fetch(`${api.url}/api/health/live`, { headers: { 'x-request-id': requestId } })).headers.get(
        'x-request-id',
      );
    expect(await fetchRequestId('trace-1.a:b')).toBe('trace-1.a:b');
    for (const invalidId of ['a b', 'x'.repeat(200), '{"a":1}'])
      expect(await fetchRequestId(invalidId)).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('get a response that omits the x-powered-by header and forbids content sniffing', async () => {
    const { headers } = await fetch(`${api.url}/api/health/live`);
    expect(headers.get('x-powered-by')).toBeNull();
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  });

  it('are logged without their query strings', async () => {
    await fetch(`${api.url}/api/openapi.json?secret=s3cret`, { headers: { 'x-request-id': 'find-me' } });
    const line = api.log.find((text) => text.includes('find-me'));
    expect(JSON.parse(line ?? '')).toMatchObject({
      method: 'GET',
      route: '/api/openapi.json',
      status: 200,
      requestId: 'find-me',
    });
    expect(api.log.join('')).not.toContain('s3cret');
  });
});
