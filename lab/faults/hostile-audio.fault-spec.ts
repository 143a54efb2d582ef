import { readFileSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

import type { TestAccount } from '@ringwell/testing/make-account';
import { makeSound } from '@ringwell/testing/make-audio';
import { temporaryDirectory } from '@ringwell/testing/temporary-directory';

import { FaultWorld, type UploadOutcome } from './fault-world';
import { recordCount, recordMilliseconds } from './metrics';

const TEN_HOURS_SECONDS = 36_000;
/** Two addresses of this machine: one that OUTBOUND_ALLOW permits and one that it doesn't. */
const ALLOWED_ADDRESS = '127.0.0.2';
const FORBIDDEN_ADDRESS = '127.0.0.1';
const REBOUND_NAME = 'rebound.example.com';

/** Resolves a name to a different address from the second lookup on (DNS rebinding). */
const REBINDING_RESOLVER = `
  const dns = require('node:dns');
  const { lookup } = dns;
  let lookups = 0;
  dns.lookup = (name, options, callback) => {
    if (name !== '${REBOUND_NAME}') return lookup(name, options, callback);
    lookups += 1;
    callback(null, [{ address: lookups === 1 ? '${ALLOWED_ADDRESS}' : '${FORBIDDEN_ADDRESS}', family: 4 }]);
  };`;

const folder = temporaryDirectory();
let world: FaultWorld;
let server: Server;
let requests: string[];
let respond: () => { status: number; location?: string };

beforeEach(async () => {
  requests = [];
  server = createServer((request, response) => {
    requests.push(request.socket.localAddress ?? '');
    const { status, location } = respond();
    response.writeHead(status, location === undefined ? {} : { location }).end();
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '0.0.0.0', resolve);
  });
});
afterEach(async () => {
  await world.stop();
  server.closeAllConnections();
  server.close();
});

const account = (): TestAccount => world.account();
const getPort = (): number => (server.address() as AddressInfo).port;

/** Submits a call and waits for it to finish. @returns its error and how long both took */
async function submitAndWait(submit: () => Promise<UploadOutcome>): Promise<{ code?: string; ms: number }> {
  const startedAt = performance.now();
  const { status, id } = await submit();
  expect(status).toBe(202);
  const call = await world.system.waitForCall(account(), id ?? '');
  return { code: call.error?.code, ms: Math.round(performance.now() - startedAt) };
}

/** A WAV file whose header declares far more data than the file contains. */
function makeWavWithFalseHeader(): Buffer {
  const header = Buffer.alloc(44);
  header.write('RIFF\xff\xff\xff\xffWAVEfmt ', 'latin1');
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(65_535, 22); // channels
  header.writeUInt32LE(4_000_000_000, 24); // samples per second
  header.writeUInt32LE(4_294_967_295, 28);
  header.writeUInt16LE(65_535, 32);
  header.writeUInt16LE(16, 34);
  header.write('data\xff\xff\xff\xff', 36, 'latin1');
  return Buffer.concat([header, Buffer.alloc(100_000)]);
}

it('21: rejects recordings that decode to far more data than they contain', async () => {
  world = await FaultWorld.start({ workers: 1, accounts: 1 });
  const silentFile = readFileSync(
    await makeSound(join(folder, 'silence.flac'), 'anullsrc=r=8000:cl=mono', TEN_HOURS_SECONDS),
  );
  const results = [
    await submitAndWait(() => world.upload(account(), {}, silentFile)),
    await submitAndWait(() => world.upload(account(), {}, makeWavWithFalseHeader())),
  ];
  expect(results.map(({ code }) => code)).toEqual(['RECORDING_TOO_LONG', 'RECORDING_UNREADABLE']);
  recordMilliseconds(
    21,
    `ten hours of silence in ${Math.round(silentFile.length / 1_048_576)} MB rejected after`,
    results[0]?.ms ?? Infinity,
    2_000,
  );
  recordMilliseconds(21, 'header with 65,535 channels rejected after', results[1]?.ms ?? Infinity, 2_000);
  await world.assertInvariants({ completed: 0 });
}, 180_000);

it('21: does not follow redirects or rebound names to the private network', async () => {
  world = await FaultWorld.start({ workers: 0, accounts: 1 });
  const preloadedScript = join(folder, 'rebinding-resolver.cjs');
  writeFileSync(preloadedScript, REBINDING_RESOLVER);
  const env = { OUTBOUND_ALLOW: `${new URL(world.receiver.origin).host},${ALLOWED_ADDRESS}/32` };
  world.trackProcesses();
  await world.system.api.stop();
  await world.system.startApi(env);
  await world.system.startWorker({ ...env, NODE_OPTIONS: `--require ${preloadedScript}` });
  const targets = [
    `http://${FORBIDDEN_ADDRESS}:${getPort()}/`,
    `https://localhost:${getPort()}/`,
    'http://169.254.169.254/latest/',
    `http://${REBOUND_NAME}:${getPort()}/`,
  ];
  let followedCount = 0;
  let slowestMs = 0;
  for (const location of targets) {
    respond = () => ({ status: 302, location });
    const host = location.includes(REBOUND_NAME) ? REBOUND_NAME : ALLOWED_ADDRESS;
    const { code, ms } = await submitAndWait(() => world.submitLink(account(), `http://${host}:${getPort()}/a.mp3`));
    if (code !== 'URL_NOT_ALLOWED') followedCount += 1;
    slowestMs = Math.max(slowestMs, ms);
  }
  // each was requested once
  expect(requests.filter((address) => address.endsWith(ALLOWED_ADDRESS))).toHaveLength(targets.length);
  const reachedCount = requests.filter((address) => !address.endsWith(ALLOWED_ADDRESS)).length;
  recordCount(21, `redirects and rebound names followed, out of ${targets.length}`, followedCount + reachedCount);
  recordMilliseconds(21, 'slowest rejection of a redirect', slowestMs, 2_000);
  await world.assertInvariants({ completed: 0 });
}, 120_000);
