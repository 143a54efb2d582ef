import { createServer as createTlsServer } from 'node:tls';

import { captureError } from '@ringwell/testing/capture-error';
import { listenLocally } from '@ringwell/testing/local-server';
import { createResolver, useOutboundTarget } from '@ringwell/testing/use-outbound-target';

const target = useOutboundTarget();

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

  it.each(HOSTS)('rejects the address %s without connecting', async (host) => {
    const http = target.createClient();
    for (const url of [
      `https://${host}:${target.port}/secret?token=hidden`,
      `http://${host}:${target.port}/secret?token=hidden`,
    ]) {
      expect(() => http.assertAllowedUrl(url)).toThrow(
        expect.objectContaining({ code: 'URL_NOT_ALLOWED', kind: 'invalid', retryable: false }) as Error,
      );
      const failure = await captureError(http.download(url));
      expect(failure).toMatchObject({
        code: 'URL_NOT_ALLOWED',
        message: expect.stringContaining('ask your administrator to allow it') as string,
        cause: { message: expect.stringContaining('OUTBOUND_ALLOW') as string },
      });
      expect(failure.message).not.toMatch(/hidden|secret/);
      expect(await captureError(http.post(url, { body: '' }))).toMatchObject({ code: 'URL_NOT_ALLOWED' });
    }
    expect(target.connections).toBe(0);
  });

  it.each([
    ['ftp://example.com/a.mp3', /https:/],
    ['file:///etc/passwd', /https:/],
    ['data:audio/mpeg,x', /https:/],
    ['//example.com/a.mp3', /full URL/],
    ['a.mp3', /full URL/],
    ['', /full URL/],
    ['https://', /full URL/],
    ['http://example.com/a.mp3', /requires https.*ask your administrator to allow it/],
    ['http://8.8.8.8/a.mp3', /requires https/],
    ['https://me:pass@example.com/', /user name or password/],
    ['https://me@example.com/', /user name or password/],
    [`https://example.com/${'a'.repeat(4_096)}`, /too long/],
  ])('explains why it rejects %.60s', async (url, sentence) => {
    expect(() => target.createClient().assertAllowedUrl(url)).toThrow(sentence);
    await expect(target.createClient().download(url)).rejects.toThrow(sentence);
  });

  it('accepts public https URLs when saved', () => {
    for (const url of [
      'https://example.com/a.mp3?sig=a%2Fb',
      'https://example.com:8443/',
      'https://8.8.8.8/',
      'https://[2606:4700::1111]/',
    ]) {
      expect(() => target.createClient().assertAllowedUrl(url)).not.toThrow();
    }
  });

  it.each([[['127.0.0.1']], [['::1']], [['10.0.0.1']], [['8.8.8.8', '127.0.0.1']], [['::ffff:127.0.0.1']]])(
    'rejects a name that resolves to %j',
    async (addresses) => {
      const http = target.createClient({ lookup: createResolver(addresses) });
      expect(
        await captureError(http.download(`https://calls.example.com:${target.port}/a.mp3?token=hidden`)),
      ).toMatchObject({
        code: 'URL_NOT_ALLOWED',
        message: expect.stringContaining('calls.example.com does not exist or is not a public address') as string,
        retryable: false,
      });
      expect(target.connections).toBe(0);
    },
  );

  it('rejects localhost when the system resolves it', async () => {
    expect(await captureError(target.createClient().download(`https://localhost:${target.port}/`))).toMatchObject({
      code: 'URL_NOT_ALLOWED',
    });
    expect(target.connections).toBe(0);
  });

  it('connects to the checked address even if the name resolves to another one a moment later', async () => {
    const lookup = jest.fn(createResolver(['127.0.0.1'], ['127.0.0.2']));
    const http = target.createClient({ lookup, allow: ['127.0.0.1/32'] });
    await expect(http.post(`http://rebind.example.com:${target.port}/`, { body: '' })).resolves.toMatchObject({
      status: 200,
    });
    expect(lookup).toHaveBeenCalledTimes(1);
    expect(await captureError(http.post(`http://rebind.example.com:${target.port}/`, { body: '' }))).toMatchObject({
      code: 'URL_NOT_ALLOWED',
    });
    expect(target.connections).toBe(1);
  });

  it('rejects plain http to a name outside the allowed networks', async () => {
    const http = target.createClient({ lookup: createResolver(['8.8.8.8']), allow: ['127.0.0.0/8'] });
    expect(await captureError(http.download('http://example.com/'))).toMatchObject({
      code: 'URL_NOT_ALLOWED',
      message: expect.stringContaining('https') as string,
    });
  });
});

describe('SafeHttp allow list', () => {
  it('allows one host and port', async () => {
    const http = target.createClient({ allow: [`n8n:${target.port}`], lookup: createResolver(['127.0.0.1']) });
    await expect(http.post(`http://n8n:${target.port}/hook`, { body: 'x' })).resolves.toMatchObject({
      status: 200,
      body: 'ok',
    });
    expect(() => http.assertAllowedUrl(`http://n8n:${target.port + 1}/hook`)).toThrow(/https/);
    expect(await captureError(http.download(`https://n8n:${target.port + 1}/`))).toMatchObject({
      code: 'URL_NOT_ALLOWED',
    });
    expect(await captureError(http.download(`https://other:${target.port}/`))).toMatchObject({
      code: 'URL_NOT_ALLOWED',
    });
    expect(target.connections).toBe(1);
  });

  it('allows a network, both for addresses and for names that resolve to it', async () => {
    const http = target.createClient({ allow: ['127.0.0.0/8'], lookup: createResolver(['127.0.0.1']) });
    await expect(http.post(target.url(), { body: 'x' })).resolves.toMatchObject({ status: 200 });
    await expect(http.post(`http://n8n.internal:${target.port}/`, { body: 'x' })).resolves.toMatchObject({
      status: 200,
    });
    expect(await captureError(http.download(`http://[::1]:${target.port}/`))).toMatchObject({
      code: 'URL_NOT_ALLOWED',
    });
    expect(target.connections).toBe(2);
  });
});

it('SafeHttp verifies a TLS certificate against the host name', async () => {
  const serverNames: string[] = [];
  const tls = createTlsServer({
    SNICallback: (name, callback) => {
      serverNames.push(name);
      callback(new Error('no certificate'));
    },
  });
  const port = await listenLocally(tls);
  const http = target.createClient({ lookup: createResolver(['127.0.0.1']), allow: ['127.0.0.0/8'] });
  expect(await captureError(http.download(`https://calls.example.com:${port}/`))).toMatchObject({
    code: 'OUTBOUND_UNREACHABLE',
  });
  await new Promise((resolve) => tls.close(resolve));
  expect(serverNames).toEqual(['calls.example.com']);
});
