import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { row } from '@ringwell/database/postgres/sql';
import { FakeDeepgramServer } from '@ringwell/testing/fake-deepgram-server';
import { FakeS3Server } from '@ringwell/testing/fake-s3-server';
import { makeAccount, type TestAccount } from '@ringwell/testing/make-account';
import { temporaryDirectory } from '@ringwell/testing/temporary-directory';
import { TestSystem } from '@ringwell/testing/test-system';
import { useToneCheck } from '@ringwell/testing/tone-check';

const SAMPLE = 'samples/neutral.mp3';
const SECONDS = 44.7;
// The times of its words are 12.0 to 19.8 s; around them a margin.
const NUMBER = 'four one one one one one one one one one one one one one one one'.split(' ');
const NUMBER_FROM = 12;
const NUMBER_TO = 19.8;

interface FullCall {
  state: string;
  hasRecording: boolean;
  audioRedaction: string | null;
  tones: { startMs: number; endMs: number }[];
  peaks: number[];
  links: { audio: string | null };
}

const provider = new FakeDeepgramServer();
const s3 = new FakeS3Server();
const { toneShare, correlation } = useToneCheck();
const files = temporaryDirectory();
let system: TestSystem;

const said = (text: string, start: number, end: number, channel: number): object => {
  const words = text.split(' ');
  const step = (end - start) / words.length;
  return {
    start,
    end,
    confidence: 0.98,
    channel,
    transcript: text,
    words: words.map((word, at) => ({
      word,
      start: start + at * step,
      end: start + (at + 1) * step,
      confidence: 0.98,
    })),
  };
};

beforeAll(async () => {
  provider.reply = () => ({
    body: {
      results: {
        utterances: [
          said("What's the card number?", 9, 11, 0),
          said(NUMBER.join(' '), NUMBER_FROM, NUMBER_TO, 1),
          said('Thank you, we will see you on Monday.', 30, 33, 0),
        ],
      },
    },
  });
  await Promise.all([provider.start(), s3.start()]);
  system = await TestSystem.start({
    env: {
      TRANSCRIPTION_ENGINE: 'deepgram',
      DEEPGRAM_API_KEY: 'test',
      DEEPGRAM_BASE_URL: provider.origin,
      S3_BUCKET: s3.bucket,
      S3_ENDPOINT: s3.endpoint,
      S3_FORCE_PATH_STYLE: 'true',
      S3_ACCESS_KEY_ID: 'test',
      S3_SECRET_ACCESS_KEY: 'test',
    },
  });
});
afterAll(async () => {
  await system.stop();
  await Promise.all([provider.stop(), s3.stop()]);
});

function ask({ token }: TestAccount, path: string, init: RequestInit = {}): Promise<Response> {
  const headers = { ...(init.headers as Record<string, string>), authorization: `Bearer ${token}` };
  return fetch(`${system.url}${path}`, { ...init, headers });
}

async function fullCall(account: TestAccount, id: string): Promise<FullCall> {
  return (await (await ask(account, `/api/calls/${id}`)).json()) as FullCall;
}

async function download(account: TestAccount, id: string): Promise<{ path: string; headers: Headers }> {
  const response = await ask(account, `/api/calls/${id}/audio`);
  expect(response.status).toBe(200);
  const path = join(files, `${id}.mp3`);
  await writeFile(path, Buffer.from(await response.arrayBuffer()));
  return { path, headers: response.headers };
}

function expectTone(path: string): void {
  for (const channel of [0, 1] as const) {
    expect(toneShare(path, channel, (NUMBER_FROM - 0.2) * 1_000, (NUMBER_TO + 0.2) * 1_000)).toBeGreaterThan(0.9);
    expect(toneShare(path, channel, (NUMBER_TO + 0.5) * 1_000, (SECONDS - 1) * 1_000)).toBeLessThan(0.5);
  }
  expect(correlation(SAMPLE, path, 0, 500, 5_000)).toBeGreaterThan(0.8);
}

it('replaces a card number by a tone in the stored recording, its waveform and what is played', async () => {
  const account = await makeAccount(system.database.dataSource);
  const id = await system.submit(account, SAMPLE);
  expect(await system.until(account, id)).toMatchObject({
    state: 'completed',
    durationSeconds: expect.closeTo(SECONDS, 0) as number,
  });
  const call = await fullCall(account, id);
  expect(call).toMatchObject({
    audioRedaction: 'done',
    hasRecording: true,
    links: { audio: `/api/calls/${id}/audio` },
  });
  expect(call.tones).toEqual([{ startMs: 11_750, endMs: 20_050 }]);

  const { path, headers } = await download(account, id);
  expectTone(path);
  const bytes = await readFile(path);
  const key = `recordings/${account.user.id}/${id}`;
  expect(s3.objects.get(key)?.body).toEqual(bytes);
  expect([...s3.objects.keys()].filter((stored) => stored.includes(id))).toEqual([key]);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  expect([headers.get('content-type'), headers.get('content-length'), headers.get('etag')]).toEqual([
    'audio/mpeg',
    String(bytes.length),
    `"${sha256}"`,
  ]);
  const sql = 'select recording_sha256 as sha256, recording_bytes as bytes from calls where id = $1';
  expect(await row(system.database.dataSource.manager, sql, [id])).toEqual({ sha256, bytes: bytes.length });
  const part = await ask(account, `/api/calls/${id}/audio`, {
    headers: { range: 'bytes=100-199', 'if-range': `"${sha256}"` },
  });
  expect(part.status).toBe(206);
  expect(Buffer.from(await part.arrayBuffer())).toEqual(bytes.subarray(100, 200));

  // The tone is as loud everywhere.
  const pointAt = (seconds: number): number => Math.round((seconds / SECONDS) * call.peaks.length);
  const toned = call.peaks.slice(pointAt(NUMBER_FROM) + 1, pointAt(NUMBER_TO) - 1);
  expect(Math.min(...toned)).toBeGreaterThan(5);
  expect(Math.max(...toned) - Math.min(...toned)).toBeLessThanOrEqual(2);
});

it('leaves the recording of an account that wants transcripts redacted only', async () => {
  const account = await makeAccount(system.database.dataSource, { settings: { redaction: 'transcript' } });
  const id = await system.submit(account, SAMPLE);
  const { transcript } = await system.until(account, id);
  expect(transcript?.segments[1]?.text).toBe('[card number]');
  expect(await readFile((await download(account, id)).path)).toEqual(await readFile(SAMPLE));
  expect(await fullCall(account, id)).toMatchObject({ audioRedaction: null, tones: [] });

  // Reprocessing redacts it once the account wants that.
  await system.database.dataSource.query(
    `update account_settings set redaction = 'transcript_and_audio' where account_id = $1`,
    [account.user.id],
  );
  expect((await ask(account, `/api/calls/${id}/reprocess`, { method: 'POST' })).status).toBe(202);
  await system.until(account, id);
  expectTone((await download(account, id)).path);

  // And again, from the recording with the tone.
  expect((await ask(account, `/api/calls/${id}/reprocess`, { method: 'POST' })).status).toBe(202);
  await system.until(account, id);
  expectTone((await download(account, id)).path);
  expect(await fullCall(account, id)).toMatchObject({ audioRedaction: 'done' });
});

it('withholds the recording while a replacement fails or its worker is killed, until another one has done it', async () => {
  const account = await makeAccount(system.database.dataSource);
  let puts = 0;
  s3.intercept = async ({ operation, key }) => {
    if (operation !== 'PutObject' || !key.startsWith(`recordings/${account.user.id}`)) return undefined;
    puts += 1;
    if (puts === 1) return undefined;
    if (puts <= 4) return { status: 503, code: 'SlowDown' };
    return new Promise(() => undefined);
  };
  const id = await system.submit(account, SAMPLE);
  while (puts < 5) await sleep(20);
  expect(await fullCall(account, id)).toMatchObject({
    hasRecording: false,
    audioRedaction: 'pending',
    links: { audio: null },
  });
  const refused = await ask(account, `/api/calls/${id}/audio`);
  expect([refused.status, await refused.json()]).toEqual([
    409,
    expect.objectContaining({ code: 'RECORDING_WITHHELD', message: expect.stringContaining('tone') as string }),
  ]);
  expect(s3.objects.get(`recordings/${account.user.id}/${id}`)?.body).toEqual(await readFile(SAMPLE));

  await system.workers[0]?.stop('SIGKILL');
  s3.intercept = () => Promise.resolve(undefined);
  await system.startWorker();
  expect(await system.until(account, id)).toMatchObject({ state: 'completed' });
  expectTone((await download(account, id)).path);
});
