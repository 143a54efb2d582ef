import { createServer, type Server } from 'node:net';

import { listenLocally } from '@ringwell/testing/local-server';

import { FaultWorld } from './fault-world';
import { recordCount, recordMilliseconds } from './metrics';

let world: FaultWorld;
let privateServer: Server;
let port: number;
let connections = 0;

beforeAll(async () => {
  privateServer = createServer((socket) => {
    connections += 1;
    socket.destroy();
  });
  port = await listenLocally(privateServer);
  world = await FaultWorld.start({ workers: 1, accounts: 1 });
});
afterAll(async () => {
  await world?.stop();
  privateServer.close();
});

const PLAYLISTS: [string, string][] = [
  ['an HLS playlist', '#EXTM3U\n#EXT-X-TARGETDURATION:10\n#EXTINF:10,\nother.wav\n'],
  ['a list of files', 'ffconcat version 1.0\nfile other.wav\n'],
  ['a playlist that contains a URL', '#EXTM3U\n#EXTINF:10,\nhttp://127.0.0.1:1/a.mp3\n'],
];

it('21: rejects playlists uploaded as recordings', async () => {
  let slowestMs = 0;
  let acceptedCount = 0;
  for (const [, content] of PLAYLISTS) {
    const { status, ms } = await world.upload(world.account(), {}, Buffer.from(content.padEnd(5_000, '\n')));
    if (status !== 415) acceptedCount += 1;
    slowestMs = Math.max(slowestMs, ms);
  }
  recordCount(21, `playlists accepted as recordings, out of ${PLAYLISTS.length}`, acceptedCount);
  recordMilliseconds(21, 'slowest rejection of a playlist', Math.round(slowestMs), 2_000);
});

it('21: does not open URLs in a playlist that starts like a recording', async () => {
  const playlist = `#EXTM3U\n#EXTINF:10,\nhttp://127.0.0.1:${port}/a.mp3\n`.padEnd(5_000, '\n');
  const disguisedPlaylist = Buffer.concat([
    Buffer.from('ID3\x04\x00\x00\x00\x00\x00\x00', 'latin1'),
    Buffer.from(playlist),
  ]);
  const { status, id } = await world.upload(world.account(), {}, disguisedPlaylist);
  if (status === 202) {
    await world.waitUntilIdle();
    expect((await world.system.fetchCall(world.account(), id ?? '')).state).toBe('failed');
  }
  expect(connections).toBe(0);
});

it('21: rejects links to the private network without connecting', async () => {
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
  const links = hosts.flatMap((host) => [`http://${host}:${port}/a.mp3`, `https://${host}:${port}/a.mp3`]);
  const account = world.account();
  let followedCount = 0;
  let slowestMs = 0;
  for (const recordingUrl of links) {
    const startedAt = performance.now();
    const { status, id } = await world.submitLink(account, recordingUrl);
    if (status !== 202) continue;
    const call = await world.system.waitForCall(account, id ?? '');
    slowestMs = Math.max(slowestMs, performance.now() - startedAt);
    if (call.error?.code !== 'URL_NOT_ALLOWED') followedCount += 1;
  }
  recordCount(21, `links to the private network followed, out of ${links.length}`, followedCount + connections);
  recordMilliseconds(21, 'slowest rejection of a link', Math.round(slowestMs), 2_000);
  await world.assertInvariants({ completed: 0 });
});
