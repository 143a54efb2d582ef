import { randomBytes } from 'node:crypto';
import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';

import { Call } from '@ringwell/database/calls/call.entity';
import type { AudioRedaction } from '@ringwell/domain/redaction/audio-redaction';
import { playableCopyKey } from '@ringwell/platform/storage/playable-copy-key';
import { RecordingStorage } from '@ringwell/platform/storage/recording-storage';
import { storageUnavailable } from '@ringwell/platform/storage/storage-error';
import { makeWav } from '@ringwell/testing/intake-client';
import { RawHttp } from '@ringwell/testing/raw-http';
import { problem, SessionClient } from '@ringwell/testing/session-client';
import { useTestApi } from '@ringwell/testing/start-api';

const SIZE = 1_000;
const SHA256 = 'a'.repeat(64);

function makeUpload(bytes: Buffer): FormData {
  const form = new FormData();
  form.set('audio', new Blob([new Uint8Array(bytes)]), 'call.wav');
  return form;
}

describe('GET /api/calls/{id}/audio', () => {
  const { api, database } = useTestApi();
  let storage: RecordingStorage;
  let client: SessionClient;
  let accountId: string;
  let recording: Buffer;
  let path: string;

  beforeAll(async () => {
    storage = api.app.get(RecordingStorage, { strict: false });
    const { account, user } = await database.makeAccount();
    accountId = account.id;
    client = await api.signIn(user);
    recording = randomBytes(SIZE);
    path = await storeRecording(recording);
  });
  afterEach(() => jest.restoreAllMocks());

  async function storeRecording(
    bytes: Buffer,
    recordingType = 'audio/mpeg',
    audioRedaction: AudioRedaction | null = null,
  ): Promise<string> {
    const recordingKey = `recordings/${accountId}/${randomBytes(4).toString('hex')}`;
    await storage.put(recordingKey, Readable.from([bytes]));
    const { id } = await database.makeCall(accountId, {
      recordingKey,
      recordingType,
      audioRedaction,
      recordingSha256: SHA256,
      occurredAt: new Date('2026-03-31T14:05:00Z'),
    });
    return `/api/calls/${id}/audio`;
  }

  async function fetchAudio(
    headers: Record<string, string> = {},
    method = 'GET',
  ): Promise<{ status: number; headers: Headers; body: Buffer }> {
    const response = await fetch(`${api.url}${path}`, { method, headers: { cookie: client.cookie, ...headers } });
    return { status: response.status, headers: response.headers, body: Buffer.from(await response.arrayBuffer()) };
  }

  it('returns the whole recording, and forbids caching it', async () => {
    const { status, headers, body } = await fetchAudio();
    expect(status).toBe(200);
    expect(body).toEqual(recording);
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'audio/mpeg',
      'content-length': '1000',
      'accept-ranges': 'bytes',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'content-disposition': expect.stringMatching(/^inline; filename="call-2026-03-31-[0-9a-f]{8}\.mp3"$/) as string,
      etag: `"${SHA256}"`,
    });
  });

  it.each([
    ['bytes=0-', 0, 999],
    ['bytes=200-299', 200, 299],
    ['bytes=990-5000', 990, 999],
    ['bytes=-10', 990, 999],
    ['bytes=0-0', 0, 0],
    ['bytes=0-9,5-19', 0, 19],
  ])('returns the range %s', async (range, start, end) => {
    const { status, headers, body } = await fetchAudio({ range });
    expect([status, headers.get('content-range'), headers.get('content-length')]).toEqual([
      206,
      `bytes ${start}-${end}/${SIZE}`,
      String(end - start + 1),
    ]);
    expect(body).toEqual(recording.subarray(start, end + 1));
  });

  it.each([
    ['multiple ranges', { range: 'bytes=0-9,500-509' }],
    ['another unit', { range: 'seconds=0-9' }],
    ['a malformed range', { range: 'bytes=a-b' }],
    ['a range without a unit', { range: 'all' }],
    ['a range from an outdated copy', { range: 'bytes=0-9', 'if-range': '"other"' }],
  ])('ignores %s and returns the whole recording', async (_case, headers) => {
    const response = await fetchAudio(headers);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-range')).toBeNull();
    expect(response.body).toEqual(recording);
  });

  it("returns a range if the client's copy is current", async () => {
    expect((await fetchAudio({ range: 'bytes=0-9', 'if-range': `"${SHA256}"` })).status).toBe(206);
  });

  it('returns 416 with the length for a range past the end', async () => {
    const { status, headers, body } = await fetchAudio({ range: 'bytes=1000-' });
    expect([status, headers.get('content-range'), headers.get('cache-control')]).toEqual([
      416,
      'bytes */1000',
      'no-store',
    ]);
    expect(JSON.parse(String(body))).toMatchObject({
      statusCode: 416,
      code: 'RANGE_NOT_SATISFIABLE',
      message: expect.stringContaining('beyond the end') as string,
    });
  });

  it('returns only headers for HEAD', async () => {
    const openReadSpy = jest.spyOn(storage, 'openRead');
    const { status, headers, body } = await fetchAudio({}, 'HEAD');
    expect([status, headers.get('content-length'), headers.get('content-type'), body.length]).toEqual([
      200,
      '1000',
      'audio/mpeg',
      0,
    ]);
    expect(openReadSpy).not.toHaveBeenCalled();
  });

  it('returns the recording even to a browser that already has a copy', async () => {
    const { status, headers, body } = await fetchAudio({
      'cache-control': 'max-age=0',
      'if-none-match': `"${SHA256}"`,
    });
    expect([status, headers.get('cache-control'), body]).toEqual([200, 'no-store', recording]);
  });

  it.each([
    ['audio/mpeg', 'audio/mpeg', 'mp3'],
    ['audio/wav', 'audio/wav', 'wav'],
    ['audio/mp4', 'audio/mp4', 'm4a'],
    ['audio/ogg', 'audio/ogg', 'ogg'],
    ['audio/flac', 'audio/flac', 'flac'],
    ['audio/webm', 'audio/webm', 'webm'],
    ['audio/amr', 'audio/amr', 'amr'],
    ['audio/aac', 'audio/aac', 'aac'],
    ['mp3', 'audio/mpeg', 'mp3'],
    ['wav', 'audio/wav', 'wav'],
    ['m4a', 'audio/mp4', 'm4a'],
    ['ogg', 'audio/ogg', 'ogg'],
    ['flac', 'audio/flac', 'flac'],
    ['webm', 'audio/webm', 'webm'],
    ['amr', 'audio/amr', 'amr'],
    ['aac', 'audio/aac', 'aac'],
    ['', 'application/octet-stream', 'bin'],
    ['audio/x-ms-wma', 'audio/x-ms-wma', 'wma'],
    ['audio/x-unknown', 'application/octet-stream', 'bin'],
  ])('returns the media type of %j', async (type, mimeType, extension) => {
    const { headers } = await client.get(await storeRecording(Buffer.from('x'), type));
    expect(headers.get('content-type')).toBe(mimeType);
    expect(headers.get('content-disposition')).toContain(`.${extension}"`);
  });

  it('returns a converted copy of a recording that browsers cannot play', async () => {
    const [, id] = /calls\/([^/]+)\//.exec(await storeRecording(Buffer.from('x'), 'audio/amr')) ?? [];
    const { recordingKey } = await database.manager.findOneByOrFail(Call, { id });
    await storage.put(playableCopyKey(recordingKey ?? ''), Readable.from([recording]));
    await database.manager.update(Call, { id }, { hasPlayableCopy: true });
    const headers = { cookie: client.cookie, range: 'bytes=100-199' };
    const response = await fetch(`${api.url}/api/calls/${id}/audio`, { headers });
    expect([response.status, response.headers.get('content-type')]).toEqual([206, 'audio/mp4']);
    expect(response.headers.get('etag')).toBe(`"${SHA256}-copy"`);
    expect(response.headers.get('content-disposition')).toContain('.m4a"');
    expect(Buffer.from(await response.arrayBuffer())).toEqual(recording.subarray(100, 200));
  });

  it('returns 404 if the recording is missing', async () => {
    const calls = [
      await database.makeCall(accountId, { recordingKey: null }),
      await database.makeCall(accountId, { recordingKey: `recordings/${accountId}/gone` }),
    ];
    for (const { id } of calls)
      expect(await client.get(`/api/calls/${id}/audio`)).toMatchObject(problem(404, 'RECORDING_MISSING'));
  });

  it('returns 404 if the recording has expired, even if its file still exists', async () => {
    for (const recordingKey of [null, `recordings/${accountId}/gone`]) {
      const { id } = await database.makeCall(accountId, {
        state: 'completed',
        recordingKey,
        recordingExpiredAt: new Date(),
      });
      expect(await client.get(`/api/calls/${id}/audio`)).toMatchObject(
        problem(404, 'RECORDING_EXPIRED', { message: expect.stringContaining('retention policy') as string }),
      );
    }
  });

  it.each(['unchecked', 'pending'] as const)('returns 409 while the redaction is %s', async (audioRedaction) => {
    const openReadSpy = jest.spyOn(storage, 'openRead');
    expect(await client.get(await storeRecording(recording, 'audio/mpeg', audioRedaction))).toMatchObject(
      problem(409, 'RECORDING_WITHHELD', {
        message: expect.stringContaining('once the call has been processed') as string,
      }),
    );
    expect(openReadSpy).not.toHaveBeenCalled();
  });

  it('returns a redacted recording', async () => {
    expect((await client.get(await storeRecording(recording, 'audio/mpeg', 'done'))).status).toBe(200);
  });

  it.each([
    ['transcript_and_audio', 409],
    ['transcript', 200],
  ] as const)(
    'with redaction set to %s, responds with %d to requests for a new recording',
    async (redaction, status) => {
      const account = await database.makeAccount({ settings: { redaction } });
      const owner = await api.signIn(account.user);
      for (const submit of [
        () => owner.post<{ id: string }>('/api/calls', makeUpload(makeWav(2_000))),
        () =>
          owner.post<{ id: string }>('/api/n8n/calls', makeUpload(makeWav(2_000)), {
            cookie: '',
            authorization: `Bearer ${account.token}`,
          }),
      ]) {
        const { body } = await submit();
        expect((await owner.get(`/api/calls/${body.id}/audio`)).status).toBe(status);
      }
    },
  );

  it.each([
    ['done', 206, 'b'.repeat(64)],
    ['pending', 409, null],
  ] as const)('never mixes two recordings while one replaces the other: %s', async (audioRedaction, status, hash) => {
    const audioPath = await storeRecording(recording);
    const [, id] = /calls\/([^/]+)\//.exec(audioPath) ?? [];
    const { recordingKey } = await database.manager.findOneByOrFail(Call, { id });
    const shorterRecording = randomBytes(500);
    const openRead = storage.openRead.bind(storage);
    jest.spyOn(storage, 'openRead').mockImplementationOnce(async (key, range) => {
      const file = await openRead(key, range);
      await storage.put(recordingKey ?? '', Readable.from([shorterRecording]));
      await database.manager.update(Call, { id }, { audioRedaction, ...(hash && { recordingSha256: hash }) });
      return file;
    });
    const response = await fetch(`${api.url}${audioPath}`, { headers: { cookie: client.cookie, range: 'bytes=0-' } });
    expect(response.status).toBe(status);
    expect(response.headers.get('etag')).toBe(hash && `"${hash}"`);
    if (status === 206) expect(Buffer.from(await response.arrayBuffer())).toEqual(shorterRecording);
  });

  it('closes the file when the client disconnects', async () => {
    const largePath = await storeRecording(randomBytes(20 * 1_048_576));
    const openReadSpy = jest.spyOn(storage, 'openRead');
    const player = new RawHttp(api.url);
    player.sendHead('GET', largePath, { cookie: client.cookie });
    while (openReadSpy.mock.results.length === 0) await sleep(5);
    const file = await (openReadSpy.mock.results[0]?.value as Promise<Readable>);
    expect(file.destroyed).toBe(false);
    player.abort();
    while (!file.destroyed) await sleep(5);
    expect(api.log.filter((line) => line.includes('http: request failed'))).toEqual([]);
  });

  it('closes the file when the client disconnects before the file is open', async () => {
    const openRead = storage.openRead.bind(storage);
    const player = new RawHttp(api.url);
    const connectionClosed = new Promise((resolve) => {
      api.server.once('connection', (socket: Socket) => socket.once('close', resolve));
    });
    let file: Readable | undefined;
    jest.spyOn(storage, 'openRead').mockImplementationOnce(async (key) => {
      player.abort();
      await connectionClosed;
      return (file = await openRead(key));
    });
    player.sendHead('GET', path, { cookie: client.cookie });
    while (!file?.destroyed) await sleep(5);
    expect(api.log.filter((line) => line.includes('http: request failed'))).toEqual([]);
  });

  it.each([
    ['immediately', 0],
    ['halfway through', 300],
  ])('closes the connection and logs the error when reading fails %s', async (_when, sentBytes) => {
    const brokenFile = Readable.from(
      (function* () {
        if (sentBytes > 0) yield recording.subarray(0, sentBytes);
        throw new Error('EIO from the disk');
      })(),
    );
    jest.spyOn(storage, 'openRead').mockResolvedValueOnce(brokenFile);
    await expect(fetchAudio()).rejects.toThrow();
    while (!api.log.some((line) => line.includes('EIO from the disk'))) await sleep(5);
    api.log.length = 0;
    expect((await fetchAudio()).status).toBe(200);
  });

  it("returns 503 without the recording's headers if the storage is unavailable", async () => {
    jest.spyOn(storage, 'openRead').mockRejectedValueOnce(storageUnavailable(new Error('EIO')));
    const { status, headers, body } = await fetchAudio();
    expect([status, headers.get('content-disposition'), headers.get('etag')]).toEqual([503, null, null]);
    expect(JSON.parse(String(body))).toMatchObject({ code: 'STORAGE_UNAVAILABLE' });
  });
});
