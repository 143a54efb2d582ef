import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { createServer as createTlsServer } from 'node:tls';

import type { AppError } from '@ringwell/domain/app-error';

import type { Resolver } from './guarded-connector';
import { statusError } from './outbound-error';
import { SafeHttp, type SafeHttpOptions } from './safe-http';

let server: Server;
let port: number;
let connections: number;
let requests: { method?: string; url?: string; headers: IncomingMessage['headers']; body: string }[];
let answer: (request: IncomingMessage, response: ServerResponse) => void;
const clients: SafeHttp[] = [];

// Each question for a name gets the next list of addresses; the last list repeats.
function resolver(...answers: string[][]): Resolver {
  let asked = 0;
  return (_hostname, _options, callback) => {
    const addresses = answers[Math.min(asked, answers.length - 1)] ?? [];
    asked += 1;
    callback(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    );
  };
}

function client(options: Partial<SafeHttpOptions> = {}): SafeHttp {
  const made = new SafeHttp({ allow: [], ...options });
  clients.push(made);
  return made;
}

const insider = (options: Partial<SafeHttpOptions> = {}): SafeHttp =>
  client({ allow: [`127.0.0.1:${port}`], ...options });
const local = (path = '/'): string => `http://127.0.0.1:${port}${path}`;
const failureOf = async (promise: Promise<unknown>): Promise<AppError> =>
  promise.then(
    () => {
      throw new Error('It should have failed.');
    },
    (error: unknown) => error as AppError,
  );

beforeEach(async () => {
  connections = 0;
  requests = [];
  answer = (_request, response) => {
    response.end('ok');
  };
  server = createServer((request, response) => {
    void text(request).then((body) => {
      requests.push({ method: request.method, url: request.url, headers: request.headers, body });
      answer(request, response);
    });
  });
  server.on('connection', () => {
    connections += 1;
  });
  await new Promise<void>((resolve) => server.listen(0, resolve));
  ({ port } = server.address() as AddressInfo);
});

afterEach(async () => {
  await Promise.all(clients.splice(0).map((made) => made.close()));
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

describe('SafeHttp address checks', () => {
  const HOSTS = [
    '127.0.0.1',
    '127.1',
    '127.0.1',
    '2130706433',
    '017700000001',
    '0x7f000001',
    '0177.0.0.1',
    '0x7f.0.0.1',
    '0x7F.1',
    '127.0.0.1.',
    '127.255.255.254',
    '①②⑦.⓪.⓪.①',
    '%31%32%37.0.0.1',
    '0',
    '0.0.0.0',
    '10.0.0.1',
    '172.16.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '0xa9fea9fe',
    '100.64.0.1',
    '192.0.0.1',
    '192.0.2.1',
    '198.18.0.1',
    '198.51.100.7',
    '203.0.113.9',
    '224.0.0.1',
    '255.255.255.255',
    '[::]',
    '[::1]',
    '[0:0:0:0:0:0:0:1]',
    '[::127.0.0.1]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[64:ff9b::127.0.0.1]',
    '[64:ff9b::7f00:1]',
    '[2002:7f00:1::]',
    '[fe80::1]',
    '[fc00::1]',
    '[fd00::1]',
    '[ff02::1]',
    '[2001:db8::1]',
  ];

  it.each(HOSTS)('refuses the address %s without connecting', async (host) => {
    const http = client();
    for (const url of [`https://${host}:${port}/secret?token=hidden`, `http://${host}:${port}/secret?token=hidden`]) {
      expect(() => http.assertAllowedUrl(url)).toThrow(
        expect.objectContaining({ code: 'URL_NOT_ALLOWED', kind: 'invalid', retryable: false }) as Error,
      );
      const failure = await failureOf(http.download(url));
      expect(failure).toMatchObject({
        code: 'URL_NOT_ALLOWED',
        message: expect.stringContaining('OUTBOUND_ALLOW') as string,
      });
      expect(failure.message).not.toMatch(/hidden|secret/);
      expect(await failureOf(http.post(url, { body: '' }))).toMatchObject({ code: 'URL_NOT_ALLOWED' });
    }
    expect(connections).toBe(0);
  });

  it.each([
    ['ftp://example.com/a.mp3', /https:/],
    ['file:///etc/passwd', /https:/],
    ['data:audio/mpeg,x', /https:/],
    ['//example.com/a.mp3', /full one/],
    ['a.mp3', /full one/],
    ['', /full one/],
    ['https://', /full one/],
    ['http://example.com/a.mp3', /requires https/],
    ['http://8.8.8.8/a.mp3', /requires https/],
    ['https://me:pass@example.com/', /user name or password/],
    ['https://me@example.com/', /user name or password/],
    [`https://example.com/${'a'.repeat(4_096)}`, /too long/],
  ])('refuses %.60s with a message', async (url, sentence) => {
    expect(() => client().assertAllowedUrl(url)).toThrow(sentence);
    await expect(client().download(url)).rejects.toThrow(sentence);
  });

  it('accepts public https addresses when they are saved', () => {
    for (const url of [
      'https://example.com/a.mp3?sig=a%2Fb',
      'https://example.com:8443/',
      'https://8.8.8.8/',
      'https://[2606:4700::1111]/',
    ]) {
      expect(() => client().assertAllowedUrl(url)).not.toThrow();
    }
  });

  it.each([[['127.0.0.1']], [['::1']], [['10.0.0.1']], [['8.8.8.8', '127.0.0.1']], [['::ffff:127.0.0.1']]])(
    'refuses a name that resolves to %j',
    async (addresses) => {
      const http = client({ lookup: resolver(addresses) });
      expect(await failureOf(http.download(`https://calls.example.com:${port}/a.mp3?token=hidden`))).toMatchObject({
        code: 'URL_NOT_ALLOWED',
        message: expect.stringContaining('calls.example.com is a private') as string,
        retryable: false,
      });
      expect(connections).toBe(0);
    },
  );

  it('refuses localhost as resolved by the system', async () => {
    expect(await failureOf(client().download(`https://localhost:${port}/`))).toMatchObject({ code: 'URL_NOT_ALLOWED' });
    expect(connections).toBe(0);
  });

  it('connects to the checked addresses when a name resolves differently a moment later', async () => {
    const lookup = jest.fn(resolver(['127.0.0.1'], ['127.0.0.2']));
    const http = client({ lookup, allow: ['127.0.0.1/32'] });
    await expect(http.post(`http://rebind.example.com:${port}/`, { body: '' })).resolves.toMatchObject({ status: 200 });
    expect(lookup).toHaveBeenCalledTimes(1);
    expect(await failureOf(http.post(`http://rebind.example.com:${port}/`, { body: '' }))).toMatchObject({
      code: 'URL_NOT_ALLOWED',
    });
    expect(connections).toBe(1);
  });

  it('refuses plain http to a name outside the allowed networks', async () => {
    const http = client({ lookup: resolver(['8.8.8.8']), allow: ['127.0.0.0/8'] });
    expect(await failureOf(http.download('http://example.com/'))).toMatchObject({
      code: 'URL_NOT_ALLOWED',
      message: expect.stringContaining('https') as string,
    });
  });
});

describe('SafeHttp allow list', () => {
  it('allows one host and port', async () => {
    const http = client({ allow: [`n8n:${port}`], lookup: resolver(['127.0.0.1']) });
    await expect(http.post(`http://n8n:${port}/hook`, { body: 'x' })).resolves.toMatchObject({
      status: 200,
      body: 'ok',
    });
    expect(() => http.assertAllowedUrl(`http://n8n:${port + 1}/hook`)).toThrow(/https/);
    expect(await failureOf(http.download(`https://n8n:${port + 1}/`))).toMatchObject({ code: 'URL_NOT_ALLOWED' });
    expect(await failureOf(http.download(`https://other:${port}/`))).toMatchObject({ code: 'URL_NOT_ALLOWED' });
    expect(connections).toBe(1);
  });

  it('allows a network, for addresses and for names that resolve to it', async () => {
    const http = client({ allow: ['127.0.0.0/8'], lookup: resolver(['127.0.0.1']) });
    await expect(http.post(local(), { body: 'x' })).resolves.toMatchObject({ status: 200 });
    await expect(http.post(`http://n8n.internal:${port}/`, { body: 'x' })).resolves.toMatchObject({ status: 200 });
    expect(await failureOf(http.download(`http://[::1]:${port}/`))).toMatchObject({ code: 'URL_NOT_ALLOWED' });
    expect(connections).toBe(2);
  });
});

it('SafeHttp verifies a TLS certificate against the host name', async () => {
  const asked: string[] = [];
  const tls = createTlsServer({
    SNICallback: (name, callback) => {
      asked.push(name);
      callback(new Error('there is no certificate here'));
    },
  });
  await new Promise<void>((resolve) => tls.listen(0, '127.0.0.1', resolve));
  const http = client({ lookup: resolver(['127.0.0.1']), allow: ['127.0.0.0/8'] });
  expect(
    await failureOf(http.download(`https://calls.example.com:${(tls.address() as AddressInfo).port}/`)),
  ).toMatchObject({ code: 'OUTBOUND_UNREACHABLE' });
  await new Promise((resolve) => tls.close(resolve));
  expect(asked).toEqual(['calls.example.com']);
});

describe('SafeHttp.download', () => {
  it('streams the response', async () => {
    answer = (_request, response) => {
      response.writeHead(200, { 'content-type': 'audio/mpeg' }).end('sound');
    };
    const { headers, body } = await insider().download(local('/a.mp3'), { headers: { Authorization: 'Bearer x' } });
    expect(await text(body)).toBe('sound');
    expect(headers['content-type']).toBe('audio/mpeg');
    expect(requests[0]?.headers).toMatchObject({
      authorization: 'Bearer x',
      host: `127.0.0.1:${port}`,
      'accept-encoding': 'identity',
    });
  });

  it.each(['?sig=a%2Fb+c%20d&x=\'"<>{}|`^', '?', '?a=1&a=2&&=', '?u=https://x/?y#fragment'])(
    'keeps the query %s byte for byte',
    async (query) => {
      await text((await insider().download(local(`/a b/../c${query}`))).body);
      expect(requests[0]?.url).toBe(`/c${query.split('#')[0]}`);
    },
  );

  it('encodes characters of a query that are invalid in a request', async () => {
    await text((await insider().download(local('/?name=Zoë Ann'))).body);
    expect(requests[0]?.url).toBe('/?name=Zo%C3%AB%20Ann');
  });

  const redirectTo = (locations: Record<string, string>): void => {
    answer = (request, response) => {
      const location = locations[request.url ?? ''];
      if (location === undefined) response.end('end');
      else response.writeHead(302, { location }).end('moved');
    };
  };

  it('follows three redirects and no more', async () => {
    redirectTo({ '/0': '/1', '/1': '/2?sig=%2f', '/2?sig=%2f': local('/3'), '/3': '/4' });
    expect(await failureOf(insider().download(local('/0')))).toMatchObject({
      code: 'OUTBOUND_REDIRECT',
      retryable: false,
    });
    expect(requests).toHaveLength(4);
    expect(await text((await insider().download(local('/1'))).body)).toBe('end');
  });

  it.each([
    'http://127.0.0.1/',
    'http://[::ffff:127.0.0.1]/',
    'https://169.254.169.254/latest/meta-data',
    'file:///etc/passwd',
    'https://hidden.example.com/',
  ])('refuses a redirect to %s', async (location) => {
    redirectTo({ '/': location });
    const http = insider({ lookup: resolver(['10.0.0.1']) });
    expect(await failureOf(http.download(local('/')))).toMatchObject({ code: 'URL_NOT_ALLOWED' });
    expect(requests).toHaveLength(1);
  });

  it('sends no headers to another origin after a redirect', async () => {
    const http = client({ allow: [`127.0.0.1:${port}`, `elsewhere:${port}`], lookup: resolver(['127.0.0.1']) });
    redirectTo({ '/a': '/b', '/b': `http://elsewhere:${port}/c` });
    await text((await http.download(local('/a'), { headers: { authorization: 'secret' } })).body);
    expect(requests.map(({ headers }) => headers.authorization)).toEqual(['secret', 'secret', undefined]);
  });

  it('fails when a response grows too large', async () => {
    answer = (_request, response) => {
      const more = (): void => {
        while (response.write(Buffer.alloc(65_536)));
      };
      response.on('drain', more);
      more();
    };
    const { body } = await insider().download(local(), { maxBytes: 1_048_576 });
    expect(await failureOf(text(body))).toMatchObject({
      kind: 'too_large',
      code: 'RESPONSE_TOO_LARGE',
      message: expect.stringContaining('1 MB') as string,
      retryable: false,
    });
  });

  it('fails early when a response declares that it is too large', async () => {
    answer = (_request, response) => {
      response.writeHead(200, { 'content-length': '2000' }).write('x');
    };
    expect(await failureOf(insider().download(local(), { maxBytes: 1_000 }))).toMatchObject({
      code: 'RESPONSE_TOO_LARGE',
    });
  });

  it('accepts a response of exactly the size limit', async () => {
    answer = (_request, response) => {
      response.end('x'.repeat(1_000));
    };
    expect(await text((await insider().download(local(), { maxBytes: 1_000 })).body)).toHaveLength(1_000);
  });

  it.each<[string, () => void, Partial<SafeHttpOptions>, number]>([
    [
      'does not answer',
      () => {
        answer = () => undefined;
      },
      { idleTimeoutMs: 200 },
      60_000,
    ],
    [
      'stops in the middle',
      () => {
        answer = (_request, response) => {
          response.write('x');
        };
      },
      { idleTimeoutMs: 200 },
      60_000,
    ],
    [
      'drips',
      () => {
        answer = (_request, response) => {
          setInterval(() => response.write('x'), 20).unref();
        };
      },
      {},
      300,
    ],
  ])('times out when a server %s', async (_what, prepare, options, timeoutMs) => {
    prepare();
    const whole = insider(options)
      .download(local(), { timeoutMs })
      .then(({ body }) => text(body));
    expect(await failureOf(whole)).toMatchObject({ kind: 'timeout', code: 'OUTBOUND_TIMEOUT', retryable: true });
  });

  it("rejects with the caller's reason before and during the response", async () => {
    const reason = new Error('the deadline');
    answer = (_request, response) => {
      response.write('x');
    };
    const controller = new AbortController();
    const { body } = await insider().download(local(), { signal: controller.signal });
    controller.abort(reason);
    await expect(text(body)).rejects.toBe(reason);
    await expect(insider().download(local(), { signal: controller.signal })).rejects.toBe(reason);
  });

  it('closes the connection when the reader stops early', async () => {
    const closed = new Promise((resolve) => {
      answer = (_request, response) => {
        response.on('close', resolve);
        response.write('x');
      };
    });
    const { body } = await insider().download(local());
    body.destroy();
    await closed;
  });

  it('reports a broken connection as retryable', async () => {
    answer = (_request, response) => {
      response.destroy();
    };
    expect(await failureOf(insider().download(local()))).toMatchObject({
      kind: 'provider',
      code: 'OUTBOUND_UNREACHABLE',
      retryable: true,
    });
    answer = (_request, response) => {
      response.writeHead(200, { 'content-length': '10' }).write('x', () => response.destroy());
    };
    const { body } = await insider().download(local());
    expect(await failureOf(text(body))).toMatchObject({ code: 'OUTBOUND_UNREACHABLE', retryable: true });
  });

  it('reports a name without an address as retryable', async () => {
    const lookup: Resolver = (_hostname, _options, callback) =>
      callback(Object.assign(new Error('not found'), { code: 'ENOTFOUND' }), []);
    expect(await failureOf(client({ lookup }).download('https://nowhere.example.com/?token=hidden'))).toMatchObject({
      code: 'OUTBOUND_UNREACHABLE',
      message: "Couldn't reach nowhere.example.com (ENOTFOUND).",
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
    answer = (_request, response) => {
      response.writeHead(status, { 'retry-after': '7' }).end();
    };
    expect(await failureOf(insider().download(local('/a?token=hidden')))).toMatchObject({
      kind: 'provider',
      code,
      retryable,
      retryAfterMs: retryable ? 7_000 : undefined,
      message: expect.not.stringContaining('hidden') as string,
    });
  });
});

describe('SafeHttp.post', () => {
  it('sends the body and returns every status', async () => {
    answer = (_request, response) => {
      response.writeHead(409, { 'retry-after': '3' }).end('still running');
    };
    const { status, headers, body } = await insider().post(local('/hook?signature=a%2Bb'), {
      body: '{"a":1}',
      headers: { 'content-type': 'application/json' },
    });
    expect({ status, body }).toEqual({ status: 409, body: 'still running' });
    expect(statusError({ hostname: 'n8n' }, status, headers)).toMatchObject({ retryable: true, retryAfterMs: 3_000 });
    expect(requests).toEqual([
      expect.objectContaining({ method: 'POST', url: '/hook?signature=a%2Bb', body: '{"a":1}' }),
    ]);
    expect(requests[0]?.headers['content-type']).toBe('application/json');
  });

  it('does not follow a redirect', async () => {
    answer = (_request, response) => {
      response.writeHead(307, { location: '/elsewhere' }).end();
    };
    await expect(insider().post(local(), { body: 'x' })).resolves.toMatchObject({ status: 307 });
    expect(requests).toHaveLength(1);
  });

  it('reads only the start of a long response', async () => {
    answer = (_request, response) => {
      const more = (): void => {
        while (response.write('y'.repeat(65_536)));
      };
      response.on('drain', more);
      more();
    };
    const { status, body } = await insider().post(local(), { body: 'x', maxBytes: 100 });
    expect({ status, body }).toEqual({ status: 200, body: 'y'.repeat(100) });
  });

  it('times out', async () => {
    answer = () => undefined;
    expect(await failureOf(insider().post(local(), { body: 'x', timeoutMs: 200 }))).toMatchObject({
      code: 'OUTBOUND_TIMEOUT',
    });
  });

  it('reports that the message may have arrived when the response is not HTTP', async () => {
    answer = (_request, response) => {
      response.socket?.end('SSH-2.0-nonsense\r\n\r\n');
    };
    expect(await failureOf(insider().post(local(), { body: 'x' }))).toMatchObject({
      kind: 'timeout',
      code: 'OUTBOUND_UNCONFIRMED',
      retryable: true,
    });
  });

  it('reports that nothing was sent when TLS fails', async () => {
    const tls = createTlsServer({ SNICallback: (_name, callback) => callback(new Error('no certificate')) });
    await new Promise<void>((resolve) => tls.listen(0, '127.0.0.1', resolve));
    const http = client({ lookup: resolver(['127.0.0.1']), allow: ['127.0.0.0/8'] });
    const url = `https://calls.example.com:${(tls.address() as AddressInfo).port}/`;
    const failure = await failureOf(http.post(url, { body: 'x' }));
    expect(failure).toMatchObject({ kind: 'provider', code: 'OUTBOUND_UNREACHABLE' });
    await new Promise((resolve) => tls.close(resolve));
  });

  it('returns the status and the received part when the body breaks off', async () => {
    answer = (_request, response) => {
      response.writeHead(201, { 'content-length': '10' }).write('half', () => setTimeout(() => response.destroy(), 50));
    };
    await expect(insider().post(local(), { body: 'x' })).resolves.toMatchObject({ status: 201, body: 'half' });
  });

  it('sends each message once, on a new connection', async () => {
    const http = insider();
    await http.post(local('/1'), { body: 'x' });
    await http.post(local('/2'), { body: 'x' });
    expect(requests.map(({ url }) => url)).toEqual(['/1', '/2']);
    expect(connections).toBe(2);
  });
});
