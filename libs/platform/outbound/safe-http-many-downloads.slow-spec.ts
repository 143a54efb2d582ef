import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';

import { listenLocally } from '@ringwell/testing/local-server';
import { createSelfSignedCertificate } from '@ringwell/testing/self-signed';

import { SafeHttp } from './safe-http';

const LINKS = 50;
const RECORDING = Buffer.alloc(300_000, 'sound');

const certificate = createSelfSignedCertificate();
const trusted = getCACertificates('default');
let server: Server;
let http: SafeHttp | undefined;

beforeAll(() => setDefaultCACertificates([...trusted, certificate.cert]));
afterEach(async () => {
  await http?.close();
  server.closeAllConnections();
  server.close();
});
afterAll(() => setDefaultCACertificates(trusted));

async function listen(isSecure: boolean, respond: RequestListener): Promise<string> {
  server = isSecure ? createTlsServer(certificate, respond) : createServer(respond);
  const port = await listenLocally(server);
  http = new SafeHttp({ allow: [`127.0.0.1:${port}`] });
  return `${isSecure ? 'https' : 'http'}://127.0.0.1:${port}`;
}

// Counts the bytes written to a simulated disk, which pauses the download after each chunk.
async function countDownloadedBytes(url: string, pauseMs: number): Promise<number> {
  const { body } = await (http as SafeHttp).download(url);
  let bytes = 0;
  const disk = new Writable({
    highWaterMark: 16_384,
    write: (chunk: Buffer, _encoding, callback) => {
      bytes += chunk.length;
      if (pauseMs === 0) setImmediate(callback);
      else sleep(pauseMs).then(() => callback(), callback);
    },
  });
  await pipeline(body, disk);
  return bytes;
}

// The HTTP client used to crash the process by throwing outside any promise if a server closed the connection while the
// reader was paused.
describe.each([
  { transport: 'http', isSecure: false },
  { transport: 'https', isSecure: true },
])('SafeHttp with many downloads over $transport', ({ isSecure }) => {
  it.each<{ reader: string; pauseMs: number; ending: string; headers: Record<string, string | number> }>([
    { reader: 'a fast disk', pauseMs: 0, ending: 'closes the connection', headers: { connection: 'close' } },
    { reader: 'a slow disk', pauseMs: 5, ending: 'closes the connection', headers: { connection: 'close' } },
    {
      reader: 'a slow disk',
      pauseMs: 5,
      ending: 'closes the connection after the declared length',
      headers: { connection: 'close', 'content-length': RECORDING.length },
    },
    { reader: 'a fast disk', pauseMs: 0, ending: 'keeps the connection open', headers: { connection: 'keep-alive' } },
    { reader: 'a slow disk', pauseMs: 5, ending: 'keeps the connection open', headers: { connection: 'keep-alive' } },
  ])('writes every byte to $reader when the server $ending', async ({ pauseMs, headers }) => {
    const origin = await listen(isSecure, (_request, response) => {
      response.writeHead(200, headers).end(RECORDING);
    });
    const links = Array.from({ length: LINKS }, (_, index) => `${origin}/${index}.mp3`);
    const byteCounts = await Promise.all(links.map((link) => countDownloadedBytes(link, pauseMs)));
    expect(byteCounts).toEqual(links.map(() => RECORDING.length));
  });
});
