import { once } from 'node:events';
import { createServer, type Server } from 'node:http';

import { AppError } from '@ringwell/domain/errors/app-error';
import { listenLocally } from '@ringwell/testing/local-server';
import { RawHttp } from '@ringwell/testing/raw-http';

import { readRequestBody } from './request-body';

describe('readRequestBody', () => {
  let server: Server;
  let outcome: Promise<Buffer>;

  async function listen(timeoutMs: number): Promise<RawHttp> {
    server = createServer((request, response) => {
      outcome = readRequestBody(request, { name: 'JSON', maxBytes: 1_000, timeoutMs });
      outcome.then(
        () => response.end('read'),
        (error: unknown) => {
          response.setHeader('connection', 'close').end(error instanceof AppError ? error.code : 'another error');
        },
      );
    });
    return new RawHttp(`http://127.0.0.1:${await listenLocally(server)}`);
  }
  afterEach(() => {
    server.closeAllConnections();
    server.close();
  });

  it('reads a body that arrives in chunks', async () => {
    const client = await listen(60_000);
    client.sendHead('POST', '/', { 'content-length': '6' });
    for (const piece of ['ab', 'cd', 'ef']) await client.send(piece);
    expect((await client.readResponse()).body).toBe('read');
    expect((await outcome).toString()).toBe('abcdef');
  });

  it('rejects a stalled body and can still send a response', async () => {
    const client = await listen(50);
    client.sendHead('POST', '/', { 'content-length': '6' });
    await client.send('ab');
    expect((await client.readResponse()).body).toBe('BODY_TOO_SLOW');
  });

  it('stops at the size limit when there is no content-length', async () => {
    const client = await listen(60_000);
    client.sendHead('POST', '/', { 'transfer-encoding': 'chunked' });
    await client.send(`400\r\n${'x'.repeat(1_024)}\r\n`);
    expect((await client.readResponse()).body).toBe('BODY_TOO_LARGE');
  });

  it('rejects when the client disconnects', async () => {
    const client = await listen(60_000);
    client.sendHead('POST', '/', { 'content-length': '6' });
    await client.send('ab');
    await once(server, 'request');
    client.abort();
    await expect(outcome).rejects.toMatchObject({ code: 'REQUEST_ABORTED' });
  });
});
