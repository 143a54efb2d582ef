import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { samplePath } from '@ringwell/testing/make-audio';
import { createSelfSignedCertificate } from '@ringwell/testing/self-signed';
import { temporaryDirectory } from '@ringwell/testing/temporary-directory';

import { FaultWorld } from './fault-world';
import { recordCount, recordMetric } from './metrics';

const LINK_COUNT = 50;
const CHUNK_BYTES = 16_384;
const PAUSE_MS = 40;

const recording = readFileSync(samplePath('neutral.mp3')); // about 270 kB
const certificate = createSelfSignedCertificate();
const folder = temporaryDirectory();
let world: FaultWorld;
let servers: Server[];

// The path determines how a recording is sent: `/slow/close/17.mp3`.
const respond: RequestListener = ({ url = '' }, response) => {
  send(url, response).catch(() => response.destroy());
};

async function send(url: string, response: ServerResponse): Promise<void> {
  const [, speed, connection = ''] = url.split('/');
  response.writeHead(200, {
    connection,
    ...(connection === 'keep-alive' && { 'content-length': recording.length }),
  });
  if (speed === 'fast') {
    response.end(recording);
    return;
  }
  for (let index = 0; index < recording.length; index += CHUNK_BYTES) {
    response.write(recording.subarray(index, index + CHUNK_BYTES));
    await sleep(PAUSE_MS);
  }
  response.end();
}

const serverOrigin = (server: Server, protocol: string): string =>
  `${protocol}://127.0.0.1:${(server.address() as AddressInfo).port}`;

beforeAll(async () => {
  servers = [createServer(respond), createTlsServer(certificate, respond)];
  for (const server of servers) {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
  }
  const authorityPath = join(folder, 'authority.pem');
  writeFileSync(authorityPath, certificate.cert);
  world = await FaultWorld.start({
    workers: 2,
    accounts: 4,
    settings: { maxConcurrentWorkflows: 10 },
    env: { NODE_EXTRA_CA_CERTS: authorityPath, OUTBOUND_ALLOW: '127.0.0.1/32' },
  });
}, 120_000);
afterAll(async () => {
  await world.stop();
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
});

it.each([1, 2, 3])(
  '27: fetches fifty recordings from slow and fast links, with and without TLS, on the first attempt (run %d)',
  async (run) => {
    world.trackProcesses();
    const [httpServer, httpsServer] = servers as [Server, Server];
    const origins = [serverOrigin(httpServer, 'http'), serverOrigin(httpsServer, 'https')];
    const ids = await Promise.all(
      Array.from({ length: LINK_COUNT }, async (_, link) => {
        const [speed, connection] = [link % 2 ? 'slow' : 'fast', link % 4 < 2 ? 'close' : 'keep-alive'];
        const url = `${origins[link % 8 < 4 ? 0 : 1]}/${speed}/${connection}/${run}-${link}.mp3`;
        return (await world.submitLink(world.account(link % 4), url)).id ?? '';
      }),
    );
    await world.waitUntilIdle(240_000);
    const calls = await world.query<{ state: string; attempts: number }>(
      'select state, attempts from calls where id = any($1)',
      [ids],
    );
    recordMetric({
      row: 27,
      name: `calls out of ${calls.length} completed on the first attempt`,
      measured: calls.filter(({ state, attempts }) => state === 'completed' && attempts === 1).length,
      limit: LINK_COUNT,
      atLeast: true,
    });
    recordCount(27, 'workers that have exited', world.system.workers.filter(({ isRunning }) => !isRunning).length);
  },
  300_000,
);
