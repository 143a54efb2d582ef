import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { row } from '@ringwell/database/postgres/sql';
import { CardCallSystem } from '@ringwell/testing/card-call-system';
import { makeAudio } from '@ringwell/testing/make-audio';
import { temporaryDirectory } from '@ringwell/testing/temporary-directory';

const cards = new CardCallSystem();
const directory = temporaryDirectory();
const { path: SAMPLE, seconds: SECONDS, numberFrom: NUMBER_FROM, numberTo: NUMBER_TO } = cards.sample;

beforeAll(() => cards.start());
afterAll(() => cards.stop());

it('replaces a card number with a tone in the stored recording, its waveform and the playable copy', async () => {
  const account = await cards.addAccount();
  const id = await cards.system.submit(account, SAMPLE);
  expect(await cards.system.waitForCall(account, id)).toMatchObject({
    state: 'completed',
    durationSeconds: expect.closeTo(SECONDS, 0) as number,
  });
  const call = await cards.fetchCall(account, id);
  expect(call).toMatchObject({
    audioRedaction: 'done',
    hasRecording: true,
    links: { audio: `/api/calls/${id}/audio` },
  });
  expect(call.tones).toEqual([{ startMs: 11_750, endMs: 20_050 }]);

  const { path, headers, bytes } = await cards.download(account, id);
  cards.expectTone(path);
  const key = `recordings/${account.account.id}/${id}`;
  expect(cards.s3.objects.get(key)?.body).toEqual(bytes);
  expect([...cards.s3.objects.keys()].filter((storedKey) => storedKey.includes(id))).toEqual([key]);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  expect([headers.get('content-type'), headers.get('content-length'), headers.get('etag')]).toEqual([
    'audio/mpeg',
    String(bytes.length),
    `"${sha256}"`,
  ]);
  const sql = 'select recording_sha256 as sha256, recording_bytes as bytes from calls where id = $1';
  expect(await row(cards.system.database.manager, sql, [id])).toEqual({ sha256, bytes: bytes.length });
  const part = await cards.request(account, `/api/calls/${id}/audio`, {
    headers: { range: 'bytes=100-199', 'if-range': `"${sha256}"` },
  });
  expect(part.status).toBe(206);
  expect(Buffer.from(await part.arrayBuffer())).toEqual(bytes.subarray(100, 200));

  // The tone is equally loud throughout.
  const pointAt = (seconds: number): number => Math.round((seconds / SECONDS) * call.peaks.length);
  const tonePeaks = call.peaks.slice(pointAt(NUMBER_FROM) + 1, pointAt(NUMBER_TO) - 1);
  expect(Math.min(...tonePeaks)).toBeGreaterThan(5);
  expect(Math.max(...tonePeaks) - Math.min(...tonePeaks)).toBeLessThanOrEqual(2);
});

it('stores one playable copy of an unplayable recording, counts its size, and puts the tone into it', async () => {
  const account = await cards.addAccount();
  const source = await makeAudio(join(directory, 'call.mkv'), ['-i', SAMPLE, '-c:a', 'pcm_s16le']);
  const id = await cards.system.submit(account, source);
  expect(await cards.system.waitForCall(account, id)).toMatchObject({ state: 'completed' });
  const key = `recordings/${account.account.id}/${id}`;
  const copyKey = `${key}.m4a`;
  const getStoredSize = (objectKey: string): number => cards.s3.objects.get(objectKey)?.body.length ?? 0;
  const expectBytesCounted = async (): Promise<void> => {
    const sql = `select recording_bytes as bytes, recording_type as type, storage.bytes::int as stored
      from calls join account_storage storage using (account_id) where calls.id = $1`;
    const bytes = getStoredSize(key) + getStoredSize(copyKey);
    expect(await row(cards.system.database.manager, sql, [id])).toEqual({
      bytes,
      type: 'audio/webm',
      stored: bytes,
    });
  };
  await expectBytesCounted();

  const { path, headers, bytes } = await cards.download(account, id);
  expect(headers.get('content-type')).toBe('audio/mp4');
  expect(headers.get('content-disposition')).toContain('.m4a"');
  expect(cards.s3.objects.get(copyKey)?.body).toEqual(bytes);
  cards.expectTone(path);
  const etag = headers.get('etag') ?? '';
  const part = await cards.request(account, `/api/calls/${id}/audio`, {
    headers: { range: 'bytes=100-199', 'if-range': etag },
  });
  expect([part.status, Buffer.from(await part.arrayBuffer())]).toEqual([206, bytes.subarray(100, 200)]);

  expect((await cards.request(account, `/api/calls/${id}/reprocess`, { method: 'POST' })).status).toBe(202);
  await cards.system.waitForCall(account, id);
  await expectBytesCounted();
  cards.expectTone((await cards.download(account, id)).path);
});

it('does not change the recording when the account redacts transcripts only', async () => {
  const account = await cards.addAccount({ settings: { redaction: 'transcript' } });
  const id = await cards.system.submit(account, SAMPLE);
  const { transcript } = await cards.system.waitForCall(account, id);
  expect(transcript?.segments[1]?.text).toBe('[card number]');
  expect(await readFile((await cards.download(account, id)).path)).toEqual(await readFile(SAMPLE));
  expect(await cards.fetchCall(account, id)).toMatchObject({ audioRedaction: null, tones: [] });

  // Reprocessing redacts the recording once the account turns on audio redaction.
  await cards.system.database.query(
    `update account_settings set redaction = 'transcript_and_audio' where account_id = $1`,
    [account.account.id],
  );
  expect((await cards.request(account, `/api/calls/${id}/reprocess`, { method: 'POST' })).status).toBe(202);
  await cards.system.waitForCall(account, id);
  cards.expectTone((await cards.download(account, id)).path);

  // Reprocesses again, using the recording with the tone.
  expect((await cards.request(account, `/api/calls/${id}/reprocess`, { method: 'POST' })).status).toBe(202);
  await cards.system.waitForCall(account, id);
  cards.expectTone((await cards.download(account, id)).path);
  expect(await cards.fetchCall(account, id)).toMatchObject({ audioRedaction: 'done' });
});
