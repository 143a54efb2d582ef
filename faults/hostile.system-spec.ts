import { createServer, type AddressInfo, type Server } from 'node:net';

import { FaultWorld } from './fault-world';
import { figure } from './figures';

let world: FaultWorld;
let inside: Server;
let connections = 0;

beforeAll(async () => {
  inside = createServer((socket) => {
    connections += 1;
    socket.destroy();
  });
  await new Promise<void>((resolve) => {
    inside.listen(0, '127.0.0.1', resolve);
  });
  world = await FaultWorld.start({ workers: 1, accounts: 1 });
});
afterAll(async () => {
  await world.stop();
  inside.close();
});

const port = (): number => (inside.address() as AddressInfo).port;

const PLAYLISTS: [string, string][] = [
  ['an HLS playlist', '#EXTM3U\n#EXT-X-TARGETDURATION:10\n#EXTINF:10,\nother.wav\n'],
  ['a list of files', 'ffconcat version 1.0\nfile other.wav\n'],
  ['a playlist that names an address', '#EXTM3U\n#EXTINF:10,\nhttp://127.0.0.1:1/a.mp3\n'],
];

it('21: recordings that are no recordings are refused at once', async () => {
  let slowest = 0;
  let accepted = 0;
  for (const [, words] of PLAYLISTS) {
    const { status, ms } = await world.upload(
      world.accounts[0] as (typeof world.accounts)[number],
      {},
      Buffer.from(words.padEnd(5_000, '\n')),
    );
    if (status !== 415) accepted += 1;
    slowest = Math.max(slowest, ms);
  }
  figure({
    row: 21,
    what: `playlists taken for recordings, of ${PLAYLISTS.length}`,
    measured: accepted,
    limit: 0,
    unit: '',
  });
  figure({ row: 21, what: 'slowest refusal', measured: Math.round(slowest), limit: 2_000, unit: 'ms', isTime: true });
});

it('21: a playlist behind the first bytes of a recording reaches no other file', async () => {
  const playlist = `#EXTM3U\n#EXTINF:10,\nhttp://127.0.0.1:${port()}/a.mp3\n`.padEnd(5_000, '\n');
  const disguised = Buffer.concat([Buffer.from('ID3\x04\x00\x00\x00\x00\x00\x00', 'latin1'), Buffer.from(playlist)]);
  const { status, id } = await world.upload(world.accounts[0] as (typeof world.accounts)[number], {}, disguised);
  if (status === 202) {
    await world.settle();
    expect((await world.system.call(world.accounts[0] as (typeof world.accounts)[number], id ?? '')).state).toBe(
      'failed',
    );
  }
  expect(connections).toBe(0);
});

it('21: links into the private network are refused, and nothing is called', async () => {
  const hosts = [
    '127.0.0.1',
    '2130706433',
    '0x7f.1',
    '0177.0.0.1',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '0.0.0.0',
    'localhost',
    '169.254.169.254',
    '10.0.0.1',
    '[fe80::1]',
    '[fc00::1]',
  ];
  const links = hosts.flatMap((host) => [`http://${host}:${port()}/a.mp3`, `https://${host}:${port()}/a.mp3`]);
  const account = world.accounts[0] as (typeof world.accounts)[number];
  let taken = 0;
  let slowest = 0;
  for (const recordingUrl of links) {
    const startedAt = performance.now();
    const { status, id } = await world.submitLink(account, recordingUrl);
    if (status !== 202) continue;
    const call = await world.system.until(account, id ?? '');
    slowest = Math.max(slowest, performance.now() - startedAt);
    if (call.error?.code !== 'URL_NOT_ALLOWED') taken += 1;
  }
  figure({
    row: 21,
    what: `links into the private network that were followed, of ${links.length}`,
    measured: taken + connections,
    limit: 0,
    unit: '',
  });
  figure({
    row: 21,
    what: 'slowest refusal of a link',
    measured: Math.round(slowest),
    limit: 2_000,
    unit: 'ms',
    isTime: true,
  });
  await world.expectWhole({ completed: 0 });
});
