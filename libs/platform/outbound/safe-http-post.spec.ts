import { createServer as createTlsServer } from 'node:tls';

import { captureError } from '@ringwell/testing/capture-error';
import { listenLocally } from '@ringwell/testing/local-server';
import { createResolver, useOutboundTarget } from '@ringwell/testing/use-outbound-target';

import { statusError } from './outbound-error';

const target = useOutboundTarget();

describe('SafeHttp.post', () => {
  it('sends the body and returns the status, even if it is an error', async () => {
    target.respond = (_request, response) => {
      response.writeHead(409, { 'retry-after': '3' }).end('still running');
    };
    const { status, headers, body } = await target.createAllowedClient().post(target.url('/hook?signature=a%2Bb'), {
      body: '{"a":1}',
      headers: { 'content-type': 'application/json' },
    });
    expect({ status, body }).toEqual({ status: 409, body: 'still running' });
    expect(statusError({ hostname: 'n8n' }, status, headers)).toMatchObject({ retryable: true, retryAfterMs: 3_000 });
    expect(target.requests).toEqual([
      expect.objectContaining({ method: 'POST', url: '/hook?signature=a%2Bb', body: '{"a":1}' }),
    ]);
    expect(target.requests[0]?.headers['content-type']).toBe('application/json');
  });

  it('does not follow a redirect', async () => {
    target.respond = (_request, response) => {
      response.writeHead(307, { location: '/elsewhere' }).end();
    };
    await expect(target.createAllowedClient().post(target.url(), { body: 'x' })).resolves.toMatchObject({
      status: 307,
    });
    expect(target.requests).toHaveLength(1);
  });

  it('reads only the start of a long response', async () => {
    target.respond = (_request, response) => {
      const writeMore = (): void => {
        while (response.write('y'.repeat(65_536)));
      };
      response.on('drain', writeMore);
      writeMore();
    };
    const { status, body } = await target.createAllowedClient().post(target.url(), { body: 'x', maxBytes: 100 });
    expect({ status, body }).toEqual({ status: 200, body: 'y'.repeat(100) });
  });

  it('times out', async () => {
    target.respond = () => undefined;
    expect(
      await captureError(target.createAllowedClient().post(target.url(), { body: 'x', timeoutMs: 200 })),
    ).toMatchObject({
      code: 'OUTBOUND_TIMEOUT',
    });
  });

  it('reports that the message may have arrived when the response is not HTTP', async () => {
    target.respond = (_request, response) => {
      response.socket?.end('SSH-2.0-nonsense\r\n\r\n');
    };
    expect(await captureError(target.createAllowedClient().post(target.url(), { body: 'x' }))).toMatchObject({
      kind: 'timeout',
      code: 'OUTBOUND_UNCONFIRMED',
      retryable: true,
    });
  });

  it('reports that nothing was sent when TLS fails', async () => {
    const tls = createTlsServer({ SNICallback: (_name, callback) => callback(new Error('no certificate')) });
    const port = await listenLocally(tls);
    const http = target.createClient({ lookup: createResolver(['127.0.0.1']), allow: ['127.0.0.0/8'] });
    const url = `https://calls.example.com:${port}/`;
    const failure = await captureError(http.post(url, { body: 'x' }));
    expect(failure).toMatchObject({ kind: 'provider', code: 'OUTBOUND_UNREACHABLE' });
    await new Promise((resolve) => tls.close(resolve));
  });

  it('returns the status and the partial body when the response is cut off', async () => {
    target.respond = (_request, response) => {
      response.writeHead(201, { 'content-length': '10' }).write('half', () => setTimeout(() => response.destroy(), 50));
    };
    await expect(target.createAllowedClient().post(target.url(), { body: 'x' })).resolves.toMatchObject({
      status: 201,
      body: 'half',
    });
  });

  it('sends each message exactly once, on a new connection', async () => {
    const http = target.createAllowedClient();
    await http.post(target.url('/1'), { body: 'x' });
    await http.post(target.url('/2'), { body: 'x' });
    expect(target.requests.map(({ url }) => url)).toEqual(['/1', '/2']);
    expect(target.connections).toBe(2);
  });
});
