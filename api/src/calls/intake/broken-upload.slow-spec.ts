import { createServer, type IncomingMessage, type Server } from 'node:http';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';

import { Call } from '@ringwell/database/calls/call.entity';
import { encodeForm, makeWav } from '@ringwell/testing/intake-client';
import { listenLocally } from '@ringwell/testing/local-server';
import type { TestAccount } from '@ringwell/testing/make-account';
import { RawHttp } from '@ringwell/testing/raw-http';
import { useTestApi } from '@ringwell/testing/start-api';

import { receiveForm } from './multipart-form';

const ROUTE = '/api/n8n/calls';
const BOUNDARY = 'xxBOUNDARYxx';
const MEGABYTE = 1_048_576;
// Node reads ahead by one socket buffer and one parser buffer after reading stops.
const READ_AHEAD_BYTES = 4 * 65_536;

describe('POST /api/n8n/calls with broken or slow uploads', () => {
  const { api, database } = useTestApi();
  let account: TestAccount;
  let acceptedSockets: Socket[];

  beforeAll(async () => {
    api.server.on('connection', (socket: Socket) => acceptedSockets.push(socket));
  });
  beforeEach(async () => {
    acceptedSockets = [];
    account = await database.makeAccount();
  });

  const headersFor = (length: number | undefined, extra: Record<string, string> = {}): Record<string, string> => ({
    authorization: `Bearer ${account.token}`,
    'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
    ...(length === undefined ? { 'transfer-encoding': 'chunked' } : { 'content-length': String(length) }),
    ...extra,
  });
  const encodeChunk = (bytes: Buffer): Buffer =>
    Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n')]);
  const fileHead = encodeForm([['audio', makeWav(64)]], BOUNDARY).subarray(0, -25); // cuts off the end of the form
  const expectNothingStored = async (): Promise<void> => {
    // The server may take a while to notice the disconnect and flush its writes to a busy disk.
    for (let attempt = 0; attempt < 500 && (await api.listStoredFiles()).length > 0; attempt += 1) await sleep(20);
    expect(await api.listStoredFiles()).toEqual([]);
    expect(await database.manager.countBy(Call, { accountId: account.account.id })).toBe(0);
  };

  // Returns a function that lists new files. The API may still be removing files from the previous test.
  const watchFiles = async (): Promise<() => Promise<string[]>> => {
    const existingFiles = new Set(await api.listStoredFiles());
    return async () => (await api.listStoredFiles()).filter((file) => !existingFiles.has(file));
  };

  it('rejects an upload based on its declared size before the body is sent', async () => {
    const http = new RawHttp(api.url);
    http.sendHead('POST', ROUTE, headersFor(80_000_000));
    expect(await http.readResponse()).toMatchObject({ status: 413, headers: { connection: 'close' } });
    http.abort();
    await expectNothingStored();
  });

  it('rejects an upload that exceeds the size limit, keeps reading briefly until the response arrives, then disconnects', async () => {
    const http = new RawHttp(api.url);
    http.sendHead('POST', ROUTE, headersFor(undefined));
    await http.send(encodeChunk(fileHead));
    const nextChunk = encodeChunk(Buffer.alloc(MEGABYTE));
    let chunkCount = 0;
    const sendLoop = (async () => {
      for (; !http.isClosed; chunkCount += 1) await http.send(nextChunk);
    })();
    const response = await http.readResponse();
    expect(response.status).toBe(413);
    expect(JSON.parse(response.body)).toMatchObject({ code: 'RECORDING_TOO_LARGE', statusCode: 413 });
    await http.waitUntilClosed();
    await sendLoop;
    expect(acceptedSockets[0]?.bytesRead).toBeLessThan(2 * 52_428_800 + 10 * MEGABYTE + READ_AHEAD_BYTES);
    expect(chunkCount).toBeGreaterThan(50);
    await expectNothingStored();
  });

  it.each([
    ['without a token', { authorization: '' }, 401],
    ['with a wrong token', { authorization: 'Bearer rw_wrong' }, 401],
    ['with a bad Idempotency-Key', { 'idempotency-key': 'a b' }, 400],
    ['with another content type', { 'content-type': 'audio/mpeg' }, 415],
    ['with a JSON body that is too large', { 'content-type': 'application/json' }, 413],
  ])('rejects an upload %s before its body is read', async (_case, extra, status) => {
    const http = new RawHttp(api.url);
    http.sendHead('POST', ROUTE, headersFor(40_000_000, extra));
    expect((await http.readResponse()).status).toBe(status);
    for (let sentCount = 0; sentCount < 40 && !http.isClosed; sentCount += 1) await http.send(Buffer.alloc(MEGABYTE));
    await http.waitUntilClosed();
    await expectNothingStored();
  });

  it('responds to a proxy that sends the whole upload before reading the response', async () => {
    const { hostname, port } = new URL(api.url);
    const proxy = connect(Number(port), hostname);
    const length = 30 * MEGABYTE;
    proxy.write(
      `POST ${ROUTE} HTTP/1.1\r\nhost: test\r\nauthorization: Bearer rw_wrong\r\ncontent-length: ${length}\r\n\r\n`,
    );
    await new Promise<void>((resolve, reject) => {
      proxy.on('error', reject).write(Buffer.alloc(length), () => resolve());
    });
    expect(await text(proxy)).toMatch(/^HTTP\/1\.1 4\d\d /);
    await expectNothingStored();
  });

  it("rejects an upload as soon as its first bytes show it isn't a recording", async () => {
    const http = new RawHttp(api.url);
    http.sendHead('POST', ROUTE, headersFor(30_000_000));
    await http.send(encodeForm([['audio', Buffer.from('#EXTM3U\n'.repeat(1_000))]], BOUNDARY).subarray(0, -25));
    expect(await http.readResponse()).toMatchObject({ status: 415 });
    http.abort();
    await expectNothingStored();
  });

  it('only sends 100 Continue for uploads it accepts', async () => {
    const body = encodeForm([['audio', makeWav(20_000)]], BOUNDARY);
    const acceptedUpload = new RawHttp(api.url);
    acceptedUpload.sendHead('POST', ROUTE, headersFor(body.length, { expect: '100-continue' }));
    await acceptedUpload.waitForBodyRequest();
    await acceptedUpload.send(body);
    expect((await acceptedUpload.readResponse()).status).toBe(202);
    const rejectedUpload = new RawHttp(api.url);
    rejectedUpload.sendHead(
      'POST',
      ROUTE,
      headersFor(body.length, { expect: '100-continue', authorization: 'Bearer rw_wrong' }),
    );
    expect((await rejectedUpload.readResponse()).status).toBe(401);
    acceptedUpload.abort();
    rejectedUpload.abort();
  });

  it.each([
    ['before the file', 0],
    ['in the first bytes of the file', 60],
    ['in the middle of the file', 3 * MEGABYTE],
  ])("doesn't store anything when the client disconnects %s", async (_case, bytes) => {
    const listAddedFiles = await watchFiles();
    const http = new RawHttp(api.url);
    http.sendHead('POST', ROUTE, headersFor(40_000_000));
    if (bytes > 0) await http.send(Buffer.concat([fileHead, Buffer.alloc(bytes)]));
    while ((acceptedSockets[0]?.bytesRead ?? 0) < bytes) await sleep(5);
    // Without this wait, the file could still appear after the check.
    while (bytes > 0 && (await listAddedFiles()).length === 0) await sleep(5);
    http.abort();
    for (let attempt = 0; attempt < 500 && (await listAddedFiles()).length > 0; attempt += 1) await sleep(20);
    expect(await listAddedFiles()).toEqual([]);
    expect(await database.manager.countBy(Call, { accountId: account.account.id })).toBe(0);
  });

  it.each([
    ['has no end', encodeForm([['audio', makeWav(20_000)]], BOUNDARY).subarray(0, -40)],
    ['has no boundary', Buffer.from('the start of a WAV file')],
    ['has a broken part', Buffer.from(`--${BOUNDARY}\r\nnot a header\r\n\r\nx\r\n--${BOUNDARY}--\r\n`)],
    ['is empty', Buffer.alloc(0)],
  ])('rejects a form that %s', async (_case, body) => {
    const listAddedFiles = await watchFiles();
    const http = new RawHttp(api.url);
    http.sendHead('POST', ROUTE, headersFor(body.length));
    await http.send(body);
    expect((await http.readResponse()).status).toBe(400);
    expect(await listAddedFiles()).toEqual([]);
    http.abort();
  });

  it('accepts an upload in small pieces', async () => {
    const body = encodeForm(
      [
        ['from', '+1555'],
        ['audio', makeWav(5_000)],
        ['direction', 'inbound'],
      ],
      BOUNDARY,
    );
    const http = new RawHttp(api.url);
    http.sendHead('POST', ROUTE, headersFor(body.length));
    for (let index = 0; index < body.length; index += 7) {
      await http.send(body.subarray(index, index + 7));
      if (index % 490 === 0) await sleep(1);
    }
    expect((await http.readResponse()).status).toBe(202);
    http.abort();
  });
});

describe('a slow upload', () => {
  let server: Server;
  let port: number;
  let outcome: Promise<unknown>;

  beforeAll(async () => {
    const handle = async (request: IncomingMessage): Promise<unknown> => {
      const collect = async (recording: AsyncIterable<unknown>): Promise<void> => {
        for await (const _chunk of recording) {
          /* discard */
        }
      };
      return receiveForm(request, collect, { minRate: { windowMs: 100, bytesPerWindow: 10_000 } }).catch(
        (error: unknown) => error,
      );
    };
    server = createServer((request, response) => {
      outcome = handle(request);
      void outcome.then((error) => response.end(String(error)));
    });
    port = await listenLocally(server);
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  it('is aborted', async () => {
    const http = new RawHttp(`http://127.0.0.1:${port}`);
    http.sendHead('POST', '/', {
      'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
      'content-length': '1000000',
    });
    const body = encodeForm([['audio', makeWav(1_000)]], BOUNDARY);
    for (let index = 0; index < body.length; index += 20) {
      await http.send(body.subarray(index, index + 20));
      await sleep(10);
    }
    await http.readResponse().catch(() => undefined);
    expect(await outcome).toMatchObject({ kind: 'invalid', code: 'UPLOAD_TOO_SLOW' });
    http.abort();
  });
});
