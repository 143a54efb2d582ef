import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { encodeForm, makeWav } from '@ringwell/testing/intake-client';
import { RawHttp } from '@ringwell/testing/raw-http';
import { canMount, SmallDisk } from '@ringwell/testing/small-disk';
import { temporaryDirectory } from '@ringwell/testing/temporary-directory';

import { percentile } from '../bench/statistics';
import { countRejected, FaultWorld } from './fault-world';
import { recordCount, recordMetric, recordMilliseconds, recordSeconds, roundToTenth, secondsSince } from './metrics';
import { listFiles } from './process-leaks';
import { startQueries } from './queries';

const MEGABYTE = 1_048_576;
const BOUNDARY = 'xxFAULTSxx';
const testFolder = temporaryDirectory();
/** Skipped where mounting isn't allowed. */
const itWithSmallDisk = canMount() ? it : it.skip;
let world: FaultWorld;
let disk: SmallDisk | undefined;

afterEach(async () => {
  await world.stop();
  disk?.remove();
  disk = undefined;
});

/** Makes a silent recording, which a worker processes quickly. */
const makeLargeRecording = (): Buffer => makeWav(49 * MEGABYTE);

function readPeakMegabytes(pid: number): number {
  return Math.round(Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1_024);
}

const listTemporaryFiles = (): string[] =>
  listFiles(world.system.storageDir).filter((file) => file.startsWith('.temporary/'));

it('17: accepts twenty simultaneous 49 MB uploads with bounded memory', async () => {
  world = await FaultWorld.start({ workers: 0, accounts: 4 });
  const largeFile = makeLargeRecording();
  const { id } = await world.upload(world.account());
  const stopQueries = await startQueries(world, id);
  const memoryBefore = readPeakMegabytes(world.system.api.pid);
  const outcomes = await Promise.all(
    Array.from({ length: 20 }, (_, turn) => world.upload(world.account(turn % 4), {}, largeFile)),
  );
  const responseTimesMs = stopQueries();
  expect(responseTimesMs.length).toBeGreaterThan(10);
  recordCount(17, 'simultaneous 49 MB uploads rejected, out of 20', countRejected(outcomes));
  recordMetric({
    row: 17,
    name: `peak API memory (${memoryBefore} MB before)`,
    measured: readPeakMegabytes(world.system.api.pid),
    limit: memoryBefore + 150,
    unit: 'MB',
    isTimeDependent: true,
  });
  recordMilliseconds(
    17,
    'p99 of other requests during 49 MB uploads',
    roundToTenth(percentile(responseTimesMs, 0.99)),
    200,
  );
  expect(listTemporaryFiles()).toEqual([]);
  await world.system.startWorker();
  await world.assertInvariants({ completed: 1, timeoutMs: 600_000 }); // the large recordings contain no speech
}, 900_000);

it('17: closes 500 idle connections while a slow upload succeeds', async () => {
  world = await FaultWorld.start({ workers: 1, accounts: 1 });
  const { hostname, port } = new URL(world.system.url);
  const openedAt = performance.now();
  let closedCount = 0;
  const idleSockets: Socket[] = Array.from({ length: 500 }, () =>
    connect(Number(port), hostname)
      .on('error', () => undefined)
      .on('close', () => {
        closedCount += 1;
      }),
  );
  for (const socket of idleSockets) socket.write('POST /api/n8n/calls HTTP/1.1\r\nhost: test\r\nx-slow: ');
  // At 2 Mbit/s, 4 MB takes 16 s.
  const token = world.account().token;
  const body = encodeForm([['audio', makeWav(4 * MEGABYTE)]], BOUNDARY);
  const http = new RawHttp(world.system.url);
  const type = `multipart/form-data; boundary=${BOUNDARY}`;
  http.sendHead('POST', '/api/n8n/calls', {
    authorization: `Bearer ${token}`,
    'content-type': type,
    'content-length': String(body.length),
  });
  for (let index = 0; index < body.length; index += 25_000) {
    await http.send(body.subarray(index, index + 25_000));
    await sleep(100);
  }
  const response = await http.readResponse();
  recordCount(17, '4 MB uploads rejected at 2 Mbit/s, out of 1', response.status === 202 ? 0 : 1);
  http.abort();
  await world.waitUntil('the idle connections are closed', () => closedCount === 500, 150_000);
  recordSeconds(17, '500 idle connections closed after', secondsSince(openedAt), 95);
  expect(listTemporaryFiles()).toEqual([]);
  await world.assertInvariants();
}, 300_000);

it('17: does not leave partial recordings behind after malformed forms', async () => {
  world = await FaultWorld.start({ workers: 1, accounts: 1 });
  const form = encodeForm([['audio', world.recording]], BOUNDARY);
  const bodies = [
    form.subarray(0, -30),
    Buffer.concat([form.subarray(60), form]),
    Buffer.alloc(100_000, 0x2d),
    Buffer.from(`--${BOUNDARY}\r\n\r\n--${BOUNDARY}--`),
  ];
  const statuses = await Promise.all(
    bodies.flatMap((bytes) =>
      Array.from(
        { length: 10 },
        async () =>
          (
            await fetch(`${world.system.url}/api/n8n/calls`, {
              method: 'POST',
              body: new Uint8Array(bytes),
              headers: {
                authorization: `Bearer ${world.account().token}`,
                'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
              },
            })
          ).status,
      ),
    ),
  );
  recordCount(
    17,
    'responses other than 4xx to 40 malformed forms',
    statuses.filter((status) => status < 400 || status > 499).length,
  );
  await world.waitUntil('partial recordings are deleted', () => listTemporaryFiles().length === 0);
  await world.assertInvariants({ completed: 0 });
}, 120_000);

it('20: recovers when the API runs out of file descriptors', async () => {
  world = await FaultWorld.start({ workers: 1, accounts: 2 });
  world.trackProcesses();
  await world.system.api.stop();
  await world.system.startApi({}, { openFiles: 80 });
  const { hostname, port } = new URL(world.system.url);
  const idleSockets: Socket[] = Array.from({ length: 120 }, () =>
    connect(Number(port), hostname).on('error', () => undefined),
  );
  await sleep(1_000);
  const otherUploads = await Promise.race([world.uploadMany(4), sleep(5_000, [])]);
  expect(
    otherUploads.filter(({ status }) => typeof status === 'number' && status >= 500 && ![503, 507].includes(status)),
  ).toEqual([]);
  for (const socket of idleSockets) socket.destroy();
  await world.waitUntilAccepted();
  expect(world.system.api.isRunning).toBe(true);
  await sleep(2_000); // requests that waited for a connection get their response, too
  const { lost, duplicates } = await world.assertInvariants({
    completed: world.acknowledged.length,
    allowOrphanRecordings: true,
  });
  recordCount(20, 'acknowledged calls lost when file descriptors run out', lost + duplicates);
}, 180_000);

itWithSmallDisk(
  '20: rejects uploads with an error while the disk is full, then accepts them again',
  async () => {
    const folder = join(testFolder, 'disk');
    mkdirSync(folder);
    world = await FaultWorld.start({ workers: 0, accounts: 1, env: { STORAGE_DIR: folder } });
    disk = new SmallDisk(folder, 8_192);
    const account = world.account();
    const outcomes = [];
    for (let turn = 0; turn < 4; turn += 1) outcomes.push(await world.upload(account, {}, makeWav(3 * MEGABYTE)));
    const rejectedUploads = outcomes.filter(({ status }) => status !== 202);
    expect(rejectedUploads.length).toBeGreaterThan(0);
    recordCount(
      20,
      'responses other than 202, 503 and 507 with a full disk',
      rejectedUploads.filter(({ status }) => status !== 503 && status !== 507).length,
    );
    expect(listFiles(folder).filter((file) => file.startsWith('.temporary/'))).toEqual([]);
    await world.system.startWorker();
    await world.assertInvariants({ completed: 0 }); // the recordings contain no speech
    for (const { id } of world.acknowledged) rmSync(join(folder, 'recordings', account.account.id, id));
    await world.waitUntilAccepted();
    await world.assertInvariants({ completed: 1 });
  },
  180_000,
);
