import { text } from 'node:stream/consumers';

import { captureError } from '@ringwell/testing/capture-error';
import { createResolver, useOutboundTarget } from '@ringwell/testing/use-outbound-target';

import type { Resolver } from './guarded-connector';
import { type SafeHttpOptions } from './safe-http';

const target = useOutboundTarget();

describe('SafeHttp.download', () => {
  it('streams the response', async () => {
    target.respond = (_request, response) => {
      response.writeHead(200, { 'content-type': 'audio/mpeg' }).end('sound');
    };
    const { headers, body } = await target
      .createAllowedClient()
      .download(target.url('/a.mp3'), { headers: { Authorization: 'Bearer x' } });
    expect(await text(body)).toBe('sound');
    expect(headers['content-type']).toBe('audio/mpeg');
    expect(target.requests[0]?.headers).toMatchObject({
      authorization: 'Bearer x',
      host: `127.0.0.1:${target.port}`,
      'accept-encoding': 'identity',
    });
  });

  it.each(['?sig=a%2Fb+c%20d&x=\'"<>{}|`^', '?', '?a=1&a=2&&=', '?u=https://x/?y#fragment'])(
    'sends the query %s byte for byte',
    async (query) => {
      await text((await target.createAllowedClient().download(target.url(`/a b/../c${query}`))).body);
      expect(target.requests[0]?.url).toBe(`/c${query.split('#')[0]}`);
    },
  );

  it('encodes query characters that are invalid in a request', async () => {
    await text((await target.createAllowedClient().download(target.url('/?name=Zoë Ann'))).body);
    expect(target.requests[0]?.url).toBe('/?name=Zo%C3%AB%20Ann');
  });

  const redirectTo = (locations: Record<string, string>): void => {
    target.respond = (request, response) => {
      const location = locations[request.url ?? ''];
      if (location === undefined) response.end('end');
      else response.writeHead(302, { location }).end('moved');
    };
  };

  it('follows three redirects and no more', async () => {
    redirectTo({ '/0': '/1', '/1': '/2?sig=%2f', '/2?sig=%2f': target.url('/3'), '/3': '/4' });
    expect(await captureError(target.createAllowedClient().download(target.url('/0')))).toMatchObject({
      code: 'OUTBOUND_REDIRECT',
      retryable: false,
    });
    expect(target.requests).toHaveLength(4);
    expect(await text((await target.createAllowedClient().download(target.url('/1'))).body)).toBe('end');
  });

  it.each([
    'http://127.0.0.1/',
    'http://[::ffff:127.0.0.1]/',
    'https://169.254.169.254/latest/meta-data',
    'file:///etc/passwd',
    'https://hidden.example.com/',
  ])('rejects a redirect to %s', async (location) => {
    redirectTo({ '/': location });
    const http = target.createAllowedClient({ lookup: createResolver(['10.0.0.1']) });
    expect(await captureError(http.download(target.url('/')))).toMatchObject({ code: 'URL_NOT_ALLOWED' });
    expect(target.requests).toHaveLength(1);
  });

  it('drops headers on a cross-origin redirect', async () => {
    const http = target.createClient({
      allow: [`127.0.0.1:${target.port}`, `elsewhere:${target.port}`],
      lookup: createResolver(['127.0.0.1']),
    });
    redirectTo({ '/a': '/b', '/b': `http://elsewhere:${target.port}/c` });
    await text((await http.download(target.url('/a'), { headers: { authorization: 'secret' } })).body);
    expect(target.requests.map(({ headers }) => headers.authorization)).toEqual(['secret', 'secret', undefined]);
  });

  it('fails once a response exceeds the limit', async () => {
    target.respond = (_request, response) => {
      const writeMore = (): void => {
        while (response.write(Buffer.alloc(65_536)));
      };
      response.on('drain', writeMore);
      writeMore();
    };
    const { body } = await target.createAllowedClient().download(target.url(), { maxBytes: 1_048_576 });
    expect(await captureError(text(body))).toMatchObject({
      kind: 'too_large',
      code: 'RESPONSE_TOO_LARGE',
      message: expect.stringContaining('1 MB') as string,
      retryable: false,
    });
  });

  it('fails early when Content-Length is over the limit', async () => {
    target.respond = (_request, response) => {
      response.writeHead(200, { 'content-length': '2000' }).write('x');
    };
    expect(await captureError(target.createAllowedClient().download(target.url(), { maxBytes: 1_000 }))).toMatchObject({
      code: 'RESPONSE_TOO_LARGE',
    });
  });

  it('accepts a response exactly at the size limit', async () => {
    target.respond = (_request, response) => {
      response.end('x'.repeat(1_000));
    };
    expect(
      await text((await target.createAllowedClient().download(target.url(), { maxBytes: 1_000 })).body),
    ).toHaveLength(1_000);
  });

  it.each<[string, () => void, Partial<SafeHttpOptions>, number]>([
    [
      'does not respond',
      () => {
        target.respond = () => undefined;
      },
      { idleTimeoutMs: 200 },
      60_000,
    ],
    [
      'stalls mid-response',
      () => {
        target.respond = (_request, response) => {
          response.write('x');
        };
      },
      { idleTimeoutMs: 200 },
      60_000,
    ],
    [
      'sends its data too slowly',
      () => {
        target.respond = (_request, response) => {
          setInterval(() => response.write('x'), 20).unref();
        };
      },
      {},
      300,
    ],
  ])('times out when a server %s', async (_case, prepare, options, timeoutMs) => {
    prepare();
    const body = target
      .createAllowedClient(options)
      .download(target.url(), { timeoutMs })
      .then(({ body }) => text(body));
    expect(await captureError(body)).toMatchObject({ kind: 'timeout', code: 'OUTBOUND_TIMEOUT', retryable: true });
  });

  it("rejects with the caller's abort reason before and during the response", async () => {
    const reason = new Error('deadline exceeded');
    target.respond = (_request, response) => {
      response.write('x');
    };
    const controller = new AbortController();
    const { body } = await target.createAllowedClient().download(target.url(), { signal: controller.signal });
    controller.abort(reason);
    await expect(text(body)).rejects.toBe(reason);
    await expect(target.createAllowedClient().download(target.url(), { signal: controller.signal })).rejects.toBe(
      reason,
    );
  });

  it('closes the connection when the reader stops early', async () => {
    const closed = new Promise((resolve) => {
      target.respond = (_request, response) => {
        response.on('close', resolve);
        response.write('x');
      };
    });
    const { body } = await target.createAllowedClient().download(target.url());
    body.destroy();
    await closed;
  });

  it('reports a broken connection as retryable', async () => {
    target.respond = (_request, response) => {
      response.destroy();
    };
    expect(await captureError(target.createAllowedClient().download(target.url()))).toMatchObject({
      kind: 'provider',
      code: 'OUTBOUND_UNREACHABLE',
      retryable: true,
    });
    target.respond = (_request, response) => {
      response.writeHead(200, { 'content-length': '10' }).write('x', () => response.destroy());
    };
    const { body } = await target.createAllowedClient().download(target.url());
    expect(await captureError(text(body))).toMatchObject({ code: 'OUTBOUND_UNREACHABLE', retryable: true });
  });

  const createFailingResolver =
    (code: string): Resolver =>
    (_hostname, _options, callback) =>
      callback(Object.assign(new Error('no such name'), { code }), []);

  it.each(['https', 'http'])('reports private and nonexistent hostnames the same way (%s)', async (protocol) => {
    const failures = await Promise.all(
      [
        createResolver(['10.0.0.7']),
        createResolver(['::1', '8.8.8.8']),
        createResolver([]),
        createFailingResolver('ENOTFOUND'),
      ].map(async (lookup) => {
        const http = target.createClient({ lookup, allow: ['10.99.0.0/16'] }); // with an allowed network, plain http is rejected only after the lookup
        const url = `${protocol}://jenkins.example.com/?token=hidden`;
        return Promise.all([captureError(http.download(url)), captureError(http.post(url, { body: '' }))]);
      }),
    );
    expect(
      new Set(failures.flat().map(({ kind, code, message, retryable }) => `${kind} ${code} ${retryable}: ${message}`)),
    ).toEqual(
      new Set([
        'invalid URL_NOT_ALLOWED false: jenkins.example.com does not exist or is not a public address. ' +
          'Check the URL, or ask your administrator to allow it.',
      ]),
    );
  });

  it.each([
    ['the lookup fails temporarily', 'EAI_AGAIN', []],
    ['the operator allowed the host', 'ENOTFOUND', ['n8n.example.com:443']],
  ])('reports a failed lookup as retryable when %s', async (_case, code, allow) => {
    const http = target.createClient({ lookup: createFailingResolver(code), allow });
    expect(await captureError(http.download('https://n8n.example.com/?token=hidden'))).toMatchObject({
      code: 'OUTBOUND_UNREACHABLE',
      message: `Couldn't reach n8n.example.com (${code}).`,
      retryable: true,
    });
  });

  it.each([
    [304, 'OUTBOUND_REDIRECT', false],
    [400, 'OUTBOUND_REFUSED', false],
    [401, 'OUTBOUND_FORBIDDEN', false],
    [403, 'OUTBOUND_FORBIDDEN', false],
    [404, 'OUTBOUND_NOT_FOUND', false],
    [410, 'OUTBOUND_NOT_FOUND', false],
    [408, 'OUTBOUND_UNAVAILABLE', true],
    [409, 'OUTBOUND_UNAVAILABLE', true],
    [429, 'OUTBOUND_RATE_LIMITED', true],
    [500, 'OUTBOUND_UNAVAILABLE', true],
    [503, 'OUTBOUND_UNAVAILABLE', true],
  ])('maps HTTP %d to %s', async (status, code, retryable) => {
    target.respond = (_request, response) => {
      response.writeHead(status, { 'retry-after': '7' }).end();
    };
    expect(await captureError(target.createAllowedClient().download(target.url('/a?token=hidden')))).toMatchObject({
      kind: 'provider',
      code,
      retryable,
      retryAfterMs: retryable ? 7_000 : undefined,
      message: expect.not.stringContaining('hidden') as string,
    });
  });
});
