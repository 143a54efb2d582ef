import { readFileSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

import type { TestAccount } from '@ringwell/testing/make-account';
import { makeSound } from '@ringwell/testing/make-audio';
import { temporaryDirectory } from '@ringwell/testing/temporary-directory';

import { FaultWorld, type UploadOutcome } from './fault-world';
import { figure } from './figures';

const TEN_HOURS = 36_000;
/** Where the operator lets us go, and where not: two addresses of this machine. */
const ALLOWED = '127.0.0.2';
const FORBIDDEN = '127.0.0.1';
const MOVING_NAME = 'moving.example.com';

/** A name that leads elsewhere from the second question on. */
const MOVING_RESOLVER = `
  const dns = require('node:dns');
  const { lookup } = dns;
  let asked = 0;
  dns.lookup = (name, options, callback) => {
    if (name !== '${MOVING_NAME}') return lookup(name, options, callback);
    asked += 1;
    callback(null, [{ address: asked === 1 ? '${ALLOWED}' : '${FORBIDDEN}', family: 4 }]);
  };`;

const files = temporaryDirectory();
let world: FaultWorld;
let server: Server;
/** Requests by the address that they came to. */
let asked: string[];
let answer: () => { status: number; location?: string };

beforeEach(async () => {
  asked = [];
  server = createServer((request, response) => {
    asked.push(request.socket.localAddress ?? '');
    const { status, location } = answer();
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

const account = (): TestAccount => world.accounts[0] as TestAccount;
const port = (): number => (server.address() as AddressInfo).port;

/** Waits until a call has ended. @returns its error, and how long it took from the moment before it was handed in */
async function endOf(handIn: () => Promise<UploadOutcome>): Promise<{ code?: string; ms: number }> {
  const startedAt = performance.now();
  const { status, id } = await handIn();
  expect(status).toBe(202);
  const call = await world.system.until(account(), id ?? '');
  return { code: call.error?.code, ms: Math.round(performance.now() - startedAt) };
}

/** A header of a WAV file that promises what the file does not hold. */
function boastfulWav(): Buffer {
  const header = Buffer.alloc(44);
  header.write('RIFF\xff\xff\xff\xffWAVEfmt ', 'latin1');
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(65_535, 22); // channels
  header.writeUInt32LE(4_000_000_000, 24); // samples a second
  header.writeUInt32LE(4_294_967_295, 28);
  header.writeUInt16LE(65_535, 32);
  header.writeUInt16LE(16, 34);
  header.write('data\xff\xff\xff\xff', 36, 'latin1');
  return Buffer.concat([header, Buffer.alloc(100_000)]);
}

it('21: recordings that unfold to far more than they are', async () => {
  world = await FaultWorld.start({ workers: 1, accounts: 1 });
  const silence = readFileSync(await makeSound(join(files, 'silence.flac'), 'anullsrc=r=8000:cl=mono', TEN_HOURS));
  const ends = [
    await endOf(() => world.upload(account(), {}, silence)),
    await endOf(() => world.upload(account(), {}, boastfulWav())),
  ];
  expect(ends.map(({ code }) => code)).toEqual(['RECORDING_TOO_LONG', 'RECORDING_UNREADABLE']);
  figure({
    row: 21,
    what: `ten hours of silence in ${Math.round(silence.length / 1_048_576)} MB are refused after`,
    measured: ends[0]?.ms ?? Infinity,
    limit: 2_000,
    unit: 'ms',
    isTime: true,
  });
  figure({
    row: 21,
    what: 'a header that promises 65,535 channels, after',
    measured: ends[1]?.ms ?? Infinity,
    limit: 2_000,
    unit: 'ms',
    isTime: true,
  });
  await world.expectWhole({ completed: 0 });
}, 180_000);

it('21: a link that redirects, and a name that moves, lead into the private network and are not followed', async () => {
  world = await FaultWorld.start({ workers: 0, accounts: 1 });
  const preloaded = join(files, 'moving-resolver.cjs');
  writeFileSync(preloaded, MOVING_RESOLVER);
  const env = { OUTBOUND_ALLOW: `${new URL(world.receiver.origin).host},${ALLOWED}/32` };
  world.processIds();
  await world.system.api.stop();
  await world.system.startApi(env);
  await world.system.startWorker({ ...env, NODE_OPTIONS: `--require ${preloaded}` });
  const targets = [
    `http://${FORBIDDEN}:${port()}/`,
    `https://localhost:${port()}/`,
    'http://169.254.169.254/latest/',
    `http://${MOVING_NAME}:${port()}/`,
  ];
  let followed = 0;
  let slowest = 0;
  for (const location of targets) {
    answer = () => ({ status: 302, location });
    const host = location.includes(MOVING_NAME) ? MOVING_NAME : ALLOWED;
    const { code, ms } = await endOf(() => world.submitLink(account(), `http://${host}:${port()}/a.mp3`));
    if (code !== 'URL_NOT_ALLOWED') followed += 1;
    slowest = Math.max(slowest, ms);
  }
  expect(asked.filter((address) => address.endsWith(ALLOWED))).toHaveLength(targets.length); // each got as far as its redirect
  const entered = asked.filter((address) => !address.endsWith(ALLOWED)).length;
  figure({
    row: 21,
    what: `redirects and moving names that were followed, of ${targets.length}`,
    measured: followed + entered,
    limit: 0,
    unit: '',
  });
  figure({ row: 21, what: 'slowest refusal of one', measured: slowest, limit: 2_000, unit: 'ms', isTime: true });
  await world.expectWhole({ completed: 0 });
}, 120_000);
