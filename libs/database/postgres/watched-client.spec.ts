import { createServer, type Server } from 'node:net';

import { Pool } from 'pg';

import { listenLocally } from '@ringwell/testing/local-server';

import { createWatchedClientClass } from './watched-client';

/** https://www.postgresql.org/docs/current/protocol-message-formats.html */
function buildMessage(type: string, body: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeInt32BE(body.length + 4);
  return Buffer.concat([Buffer.from(type), length, body]);
}

const AUTHENTICATED = buildMessage('R', Buffer.alloc(4));
const READY = buildMessage('Z', Buffer.from('I'));
const SHUTTING_DOWN = buildMessage(
  'E',
  Buffer.from('SFATAL\0VFATAL\0C57P01\0Mterminating connection due to administrator command\0\0'),
);

describe('WatchedClient', () => {
  let server: Server;

  afterEach(() => server.close());

  it('survives a server that shuts down as soon as it has accepted the connection', async () => {
    server = createServer((socket) => {
      socket.once('data', () => socket.end(Buffer.concat([AUTHENTICATED, READY, SHUTTING_DOWN])));
    });
    const port = await listenLocally(server);
    const pool = new Pool({ Client: createWatchedClientClass(1_000), host: '127.0.0.1', port, user: 'ringwell' });
    const client = await pool.connect();
    await expect(client.query('select 1')).rejects.toThrow('not queryable');
    client.release();
    expect(pool.totalCount).toBe(0);
    await pool.end();
  });
});
