import { mkdtemp, readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { FakeDeepgramServer } from '@ringwell/testing/fake-deepgram-server';
import { makeAudio, samplePath } from '@ringwell/testing/make-audio';
import { temporaryDirectory } from '@ringwell/testing/temporary-directory';

import { decodeRecording } from '../../audio/decode-recording';
import type { DecodedAudio } from '../../audio/decoded-audio';
import { DeepgramTranscriber, type DeepgramOptions } from './deepgram.transcriber';

const directory = temporaryDirectory();
const server = new FakeDeepgramServer();
const { signal } = new AbortController();
const defaultReply = server.reply;
let stereo: DecodedAudio;

async function decode(sourcePath: string): Promise<DecodedAudio> {
  const workDir = await mkdtemp(join(directory, 'run-'));
  return (await decodeRecording({ sourcePath, workDir, maxDurationSeconds: 60, signal })).audio;
}

function makeEngine(options: Partial<DeepgramOptions> = {}): DeepgramTranscriber {
  return new DeepgramTranscriber({
    apiKey: 'secret',
    baseUrl: server.origin,
    model: 'nova-3',
    timeoutMs: 10_000,
    ...options,
  });
}

beforeAll(async () => {
  await server.start();
  stereo = await decode(samplePath('neutral.mp3'));
});
afterAll(() => server.stop());
beforeEach(() => {
  server.requests.length = 0;
  server.reply = defaultReply;
});

it('sends the original recording with both channels in one request', async () => {
  const transcript = await makeEngine().transcribe(stereo, { signal, hints: ['Northside Heating'] });
  expect(server.requests).toHaveLength(1);
  const [request] = server.requests;
  expect(request).toMatchObject({
    method: 'POST',
    headers: { authorization: 'Token secret', 'content-type': 'audio/mpeg' },
  });
  expect(`${request?.url.pathname}${request?.url.search}`).toBe(
    '/v1/listen?model=nova-3&utterances=true&smart_format=true&multichannel=true&keyterm=Northside+Heating',
  );
  expect(request?.body.equals(await readFile(samplePath('neutral.mp3')))).toBe(true);
  expect(transcript).toEqual({
    engine: 'deepgram:nova-3',
    language: 'en',
    durationSeconds: stereo.durationSeconds,
    segments: [
      { speaker: 'agent', startMs: 500, endMs: 2_500, text: 'Hello, how can I help?', confidence: 0.98 },
      { speaker: 'customer', startMs: 3_250, endMs: 5_000, text: 'My sink is leaking.', confidence: 0.9 },
    ],
  });
});

it.each([
  ['mono', ['-ac', '1'], 'false', 'Hello, how can I help?'],
  ['identical channels', ['-af', 'pan=stereo|c0=c0|c1=c0'], 'false', 'Hello, how can I help?'],
  ['a lone right channel', ['-af', 'pan=stereo|c0=0*c0|c1=c1'], 'true', 'My sink is leaking.'],
])('returns one unknown speaker for %s', async (name, args, multichannel, text) => {
  const audio = await decode(
    await makeAudio(join(directory, `${name}.wav`), ['-i', samplePath('neutral.mp3'), ...args]),
  );
  const { segments } = await makeEngine().transcribe(audio, { signal });
  expect(server.requests[0]?.url.searchParams.get('multichannel')).toBe(multichannel);
  expect(segments).toMatchObject([{ speaker: 'unknown', text }]);
});

it.each([
  ['es', ['es', 'en'], ['es']],
  ['multi', ['es'], ['en', 'es']],
  ['multi', [], undefined],
])('reports the language %s when the channels are mostly in %j and %j', async (language, ...languages) => {
  const channels = languages.map((list) => ({ alternatives: [{ languages: list }] }));
  server.reply = () => ({ body: { results: { channels, utterances: [] } } });
  expect((await makeEngine({ language: 'multi' }).transcribe(stereo, { signal })).language).toBe(language);
});

it('asks Deepgram to redact, and uses our own placeholders for removed words', async () => {
  const words = [
    { word: "it's", punctuated_word: "It's", start: 1, end: 1.2, confidence: 0.9 },
    { word: '[credit_card_1]', punctuated_word: '[CREDIT_CARD_1].', start: 1.3, end: 6, confidence: 0.8 },
  ];
  server.reply = ({ url }) =>
    url.searchParams.has('keyterm')
      ? { status: 400, body: { err_code: 'Bad Request' } }
      : {
          body: {
            results: { utterances: [{ start: 1, end: 6, channel: 1, transcript: "It's [CREDIT_CARD_1].", words }] },
          },
        };
  const { segments } = await makeEngine().transcribe(stereo, { signal, hints: ['Dana'], redact: true });
  expect(server.requests.at(-1)?.url.searchParams.getAll('redact')).toEqual(['pci', 'ssn']);
  expect(segments).toMatchObject([
    {
      text: "It's [card number].",
      words: [{ text: "It's" }, { text: '[card number].', startMs: 1_300, endMs: 6_000 }],
    },
  ]);
});

it('transcribes without redaction if Deepgram cannot redact', async () => {
  server.reply = (request) =>
    request.url.searchParams.has('redact') ? { status: 400, body: { err_code: 'Bad Request' } } : defaultReply(request);
  const { segments } = await makeEngine().transcribe(stereo, { signal, redact: true });
  expect(segments).toHaveLength(2);
});

it('requests voice separation for a single channel', async () => {
  const sentences = ['Hello?', 'Hi, this is Dana.', 'Oh, hi.'];
  server.reply = () => ({
    body: {
      results: {
        utterances: sentences.map((transcript, index) => ({
          start: index,
          end: index + 0.8,
          channel: 0,
          speaker: index % 2,
          transcript,
        })),
      },
    },
  });
  const mono = await decode(
    await makeAudio(join(directory, 'voices.wav'), ['-i', samplePath('neutral.mp3'), '-ac', '1']),
  );
  const { segments } = await makeEngine().transcribe(mono, { signal });
  expect(server.requests[0]?.url.searchParams.get('diarize')).toBe('true');
  expect(segments).toMatchObject([0, 1, 0].map((speakerNumber) => ({ speaker: 'unknown', speakerNumber })));
});

it('sends keywords to older models', async () => {
  await makeEngine({ model: 'nova-2' }).transcribe(stereo, { signal, hints: ['Northside Heating', 'Kowalczyk'] });
  const query = server.requests[0]?.url.searchParams;
  expect([query?.getAll('keywords'), query?.getAll('keyterm')]).toEqual([['Northside', 'Heating', 'Kowalczyk'], []]);
});

it('retries without hints if they are rejected', async () => {
  server.reply = (request) =>
    request.url.searchParams.has('keyterm')
      ? { status: 400, body: { err_msg: 'Keyterm limit' } }
      : defaultReply(request);
  const { segments } = await makeEngine().transcribe(stereo, { signal, hints: ['Kowalczyk'] });
  expect(segments).toHaveLength(2);
  expect(server.requests.map(({ url }) => url.searchParams.has('keyterm'))).toEqual([true, false]);
});

describe('failures', () => {
  it.each([
    [
      '429 with Retry-After',
      { status: 429, headers: { 'retry-after': '12' }, body: {} },
      'TRANSCRIPTION_RATE_LIMITED',
      true,
      12_000,
    ],
    ['503', { status: 503, body: 'oops' }, 'TRANSCRIPTION_UNAVAILABLE', true, undefined],
    [
      '401',
      { status: 401, body: { err_msg: 'Invalid credentials: secret' } },
      'TRANSCRIPTION_CREDENTIALS',
      false,
      undefined,
    ],
    ['402', { status: 402, body: {} }, 'TRANSCRIPTION_PAYMENT', false, undefined],
    ['400', { status: 400, body: {} }, 'TRANSCRIPTION_REFUSED', false, undefined],
    ['an HTML page instead of JSON', { body: '<html>Welcome</html>' }, 'TRANSCRIPTION_GARBAGE', true, undefined],
    ['different JSON', { body: { results: {} } }, 'TRANSCRIPTION_GARBAGE', true, undefined],
  ])('maps %s', async (_name, reply, code, retryable, retryAfterMs) => {
    server.reply = () => reply;
    const error: unknown = await makeEngine()
      .transcribe(stereo, { signal })
      .catch((reason: unknown) => reason);
    expect(error).toMatchObject({ kind: 'provider', code, retryable, retryAfterMs });
    expect(String((error as Error).message) + String((error as Error).cause)).not.toContain('secret');
  });

  it('times out when the server hangs', async () => {
    server.reply = () => 'hang';
    await expect(makeEngine({ timeoutMs: 200 }).transcribe(stereo, { signal })).rejects.toMatchObject({
      code: 'TRANSCRIPTION_TIMEOUT',
      retryable: true,
    });
  });

  it("rejects with the signal's reason when aborted", async () => {
    const controller = new AbortController();
    const reason = new Error('The deadline has passed.');
    server.reply = () => {
      controller.abort(reason);
      return 'hang';
    };
    await expect(makeEngine().transcribe(stereo, { signal: controller.signal })).rejects.toBe(reason);
  });

  it('reports a retryable error when nothing is listening', async () => {
    await expect(makeEngine({ baseUrl: 'http://127.0.0.1:9' }).transcribe(stereo, { signal })).rejects.toMatchObject({
      code: 'TRANSCRIPTION_UNAVAILABLE',
      retryable: true,
    });
  });
});
