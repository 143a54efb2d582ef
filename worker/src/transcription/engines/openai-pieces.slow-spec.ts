import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';

import {
  FakeTranscriptionServer,
  getSeconds,
  type TranscriptionUpload,
} from '@ringwell/testing/fake-transcription-server';
import { makeAudio, samplePath } from '@ringwell/testing/make-audio';
import { temporaryDirectory } from '@ringwell/testing/temporary-directory';

import { decodeRecording } from '../../audio/decode-recording';
import type { DecodedAudio } from '../../audio/decoded-audio';
import type { SpeechRegion } from '../../audio/speech-detector';
import { OpenaiTranscriber, type OpenaiTranscriberOptions } from './openai.transcriber';

const directory = temporaryDirectory();
const server = new FakeTranscriptionServer();
const { signal } = new AbortController();
let stereo: DecodedAudio;

// The fake server recognizes each piece by its length, including 300 ms margins.
const AGENT: SpeechRegion[] = [region(1_000, 2_000), region(5_000, 7_500)];
const CUSTOMER: SpeechRegion[] = [region(3_000, 4_500), region(8_000, 11_500)];
const TEXT_BY_PIECE_MS = new Map([
  [1_600, 'Northside Heating.'],
  [2_100, 'Nobody came.'],
  [3_100, 'I am so sorry to hear that.'],
  [4_100, 'I want my money back, and I want it today.'],
]);
const SPOKEN_RANGES = [
  { speaker: 'agent', startMs: 1_000, endMs: 2_000, text: 'Northside Heating.' },
  { speaker: 'customer', startMs: 3_000, endMs: 4_500, text: 'Nobody came.' },
  { speaker: 'agent', startMs: 5_000, endMs: 7_500, text: 'I am so sorry to hear that.' },
  { speaker: 'customer', startMs: 8_000, endMs: 11_500, text: 'I want my money back, and I want it today.' },
];

function region(startMs: number, endMs: number): SpeechRegion {
  return { startMs, endMs };
}

function findText(request: TranscriptionUpload): string {
  const lengthMs = getSeconds(request) * 1_000;
  const [, text] = [...TEXT_BY_PIECE_MS].find(([pieceMs]) => Math.abs(pieceMs - lengthMs) < 250) ?? [];
  return text ?? 'The whole recording at once.';
}

function makeEngine(options: Partial<OpenaiTranscriberOptions> = {}): OpenaiTranscriber {
  const defaults = { baseUrl: server.baseUrl, apiKey: 'secret', model: 'gpt-transcribe', timeoutMs: 10_000 };
  return new OpenaiTranscriber({ ...defaults, ...options });
}

beforeAll(async () => {
  await server.start();
  const workDir = await mkdtemp(join(directory, 'run-'));
  const args = ['-i', samplePath('positive.wav'), '-t', '12'];
  const sourcePath = await makeAudio(join(workDir, 'call.wav'), args);
  const { audio } = await decodeRecording({ sourcePath, workDir, maxDurationSeconds: 60, signal });
  const speech = [AGENT, CUSTOMER];
  stereo = { ...audio, channels: audio.channels.map((channel, index) => ({ ...channel, speech: speech[index]! })) };
});
afterAll(() => server.stop());
beforeEach(() => {
  server.requests.length = 0;
  server.reply = (request) => FakeTranscriptionServer.gptReply(request, findText(request));
});

describe('a model without timestamps', () => {
  it('receives each side in pieces split at pauses, whose positions determine timestamps and order', async () => {
    expect(await makeEngine({ language: 'en-US' }).transcribe(stereo, { signal })).toEqual({
      engine: 'openai:gpt-transcribe',
      language: 'en-US',
      durationSeconds: 12,
      segments: SPOKEN_RANGES,
    });
    expect(server.requests).toHaveLength(4);
    for (const { fields, languages, keywords } of server.requests) {
      expect(fields).toEqual({ model: 'gpt-transcribe', response_format: 'json' });
      expect([languages, keywords]).toEqual([['en'], []]);
    }
  });

  it('receives at most four pieces concurrently', async () => {
    const controller = new AbortController();
    const speech = Array.from({ length: 10 }, (_, index) => region(index * 1_000, index * 1_000 + 300));
    server.reply = () => {
      if (server.requests.length === 4) setTimeout(() => controller.abort(new Error('enough')), 200);
      return 'hang';
    };
    const [channel] = stereo.channels;
    const call = { ...stereo, channels: [{ ...channel!, speech }] };
    await expect(makeEngine().transcribe(call, { signal: controller.signal })).rejects.toThrow('enough');
    expect(server.requests).toHaveLength(4);
  });

  it('receives speech without pauses in pieces of up to 25 seconds, cut at gaps if possible', async () => {
    server.reply = (request) => FakeTranscriptionServer.gptReply(request, 'Words.');
    const [channel] = stereo.channels;
    const speech = [region(0, 15_000), region(15_400, 30_000), region(40_000, 66_000)];
    const call = { ...stereo, durationSeconds: 70, channels: [{ ...channel!, speech }] };
    const { segments } = await makeEngine().transcribe(call, { signal });
    expect(segments.map(({ startMs, endMs }) => [startMs, endMs])).toEqual([
      [0, 15_000],
      [15_400, 30_000],
      [40_000, 53_000],
      [53_000, 66_000],
    ]);
  });

  it('receives names and terms as keywords, without unsupported characters', async () => {
    const hints = ['Dana <Dee> Reyes', 'Cedar\nCreek', '<>', 'Trane', 'dana  dee reyes'];
    const { segments } = await makeEngine().transcribe(stereo, { signal, hints });
    expect(segments).toHaveLength(4);
    expect(server.requests.map(({ keywords }) => keywords)).toEqual(
      Array.from({ length: 4 }, () => ['Dana Dee Reyes', 'Cedar Creek', 'Trane']),
    );
  });

  it('receives requests without names and terms once it has rejected them', async () => {
    const [channel] = stereo.channels;
    const speech = Array.from({ length: 9 }, (_, index) => region(index * 1_200, index * 1_200 + 500));
    server.reply = (request) =>
      request.keywords.length > 0
        ? { status: 400, body: { error: { message: 'Too many keywords.' } } }
        : FakeTranscriptionServer.gptReply(request, 'Words.');
    const call = { ...stereo, channels: [{ ...channel!, speech }] };
    const { segments } = await makeEngine().transcribe(call, { signal, hints: ['Dana'] });
    expect(segments).toHaveLength(9);
    expect(server.requests.slice(-5).flatMap(({ keywords }) => keywords)).toEqual([]);
  });

  it('can return no words for a piece; the language with the most text is used', async () => {
    server.reply = (request) => {
      const isCustomer = findText(request).startsWith('I want');
      return FakeTranscriptionServer.gptReply(request, isCustomer ? ' Tengo una fuga de gas. ' : ' ', [
        isCustomer ? 'es' : 'cy',
      ]);
    };
    expect(await makeEngine().transcribe(stereo, { signal })).toMatchObject({
      language: 'es',
      segments: [{ speaker: 'customer', startMs: 8_000, endMs: 11_500, text: 'Tengo una fuga de gas.' }],
    });
  });

  it("determines each piece's confidence if it returns token probabilities", async () => {
    const logprobs = [
      { token: 'Northside', logprob: -0.1 },
      { token: ' Heating', logprob: -0.3 },
    ];
    server.reply = (request) => ({ body: { text: findText(request), logprobs } });
    const { segments } = await makeEngine({ model: 'gpt-4o-transcribe', language: 'en' }).transcribe(stereo, {
      signal,
    });
    expect(segments).toEqual(SPOKEN_RANGES.map((segment) => ({ ...segment, confidence: Math.exp(-0.2) })));
    expect(server.requests[0]?.fields).toEqual({
      model: 'gpt-4o-transcribe',
      response_format: 'json',
      'include[]': 'logprobs',
      language: 'en',
    });
  });
});

describe('another server', () => {
  const selfHosted = { model: 'parakeet', apiKey: undefined };

  it.each([
    ['only text', (text: string) => ({ text })],
    ['segments without timestamps', (text: string) => ({ text, segments: [{ id: 0, text, start: null, end: null }] })],
    ['segments with timestamps of zero', (text: string) => ({ text, segments: [{ id: 0, text, start: 0, end: 0 }] })],
  ])('receives pieces after it returns %s, and from the start in later calls', async (_name, body) => {
    server.reply = (request) => ({ body: body(findText(request)) });
    const engine = makeEngine(selfHosted);
    expect((await engine.transcribe(stereo, { signal })).segments).toEqual(SPOKEN_RANGES);
    expect(server.requests).toHaveLength(1 + 4);
    expect((await engine.transcribe(stereo, { signal })).segments).toEqual(SPOKEN_RANGES);
    expect(server.requests).toHaveLength(1 + 4 + 4);
  });

  it('receives pieces if it returns one segment for a whole side', async () => {
    server.reply = (request) => {
      const text = findText(request);
      return { body: { text, segments: [{ start: 0, end: getSeconds(request), text }] } };
    };
    const call = { ...stereo, durationSeconds: 40 };
    expect((await makeEngine(selfHosted).transcribe(call, { signal })).segments.map(({ text }) => text)).toEqual([
      'The whole recording at once.',
      'The whole recording at once.',
    ]);
    const longerChannels = stereo.channels.map((channel) => ({
      ...channel,
      speech: [...channel.speech, region(35_000, 36_400)],
    }));
    server.requests.length = 0;
    server.reply = (request) => {
      const isFirstRequest = server.requests.length === 1;
      const text = findText(request);
      return { body: { text, segments: [{ start: 0, end: isFirstRequest ? 38 : getSeconds(request), text }] } };
    };
    const { segments } = await makeEngine(selfHosted).transcribe({ ...call, channels: longerChannels }, { signal });
    expect(segments).toHaveLength(6);
  });

  it('receives whole sides once it has returned timestamps for a later recording', async () => {
    const withTimestamps = (text: string): object => ({
      text,
      segments: [
        { start: 0, end: 0.5, text },
        { start: 0.5, end: 1, text },
      ],
    });
    server.reply = () => ({ body: server.requests.length === 1 ? { text: 'Um.' } : withTimestamps('Hello.') });
    const engine = makeEngine(selfHosted);
    await engine.transcribe(stereo, { signal });
    expect(server.requests).toHaveLength(1 + 4);
    await engine.transcribe(stereo, { signal });
    expect(server.requests).toHaveLength(1 + 4 + 2);
  });

  it('receives pieces if it rejects a request for timestamps, which later calls do not repeat', async () => {
    server.reply = (request) =>
      request.fields.response_format === 'json'
        ? { body: { text: findText(request) } }
        : { status: 400, body: { error: { message: 'verbose_json is not supported by this model' } } };
    const engine = makeEngine(selfHosted);
    expect((await engine.transcribe(stereo, { signal, hints: ['Dana'] })).segments).toEqual(SPOKEN_RANGES);
    server.requests.length = 0;
    expect((await engine.transcribe(stereo, { signal })).segments).toEqual(SPOKEN_RANGES);
    expect(server.requests.map(({ fields }) => fields.response_format)).toEqual(['json', 'json', 'json', 'json']);
  });

  it('receives whole sides if it returns timestamps, even after it has rejected a recording', async () => {
    const rejection = { status: 400, body: { error: { message: 'could not decode' } } };
    server.reply = () => rejection;
    const engine = makeEngine(selfHosted);
    await expect(engine.transcribe(stereo, { signal })).rejects.toMatchObject({ code: 'TRANSCRIPTION_REFUSED' });
    server.requests.length = 0;
    server.reply = () => ({ body: { text: 'Hi.', segments: [{ start: 1, end: 2, text: 'Hi.' }] } });
    await engine.transcribe(stereo, { signal });
    expect(server.requests.map(({ fields }) => fields.response_format)).toEqual(['verbose_json', 'verbose_json']);
  });
});

describe('a failed piece', () => {
  const retryHeaders = { 'retry-after': '0' };

  it.each([
    ['is rate-limited', { status: 429, headers: retryHeaders, body: {} }],
    ['gets an HTTP 500', { status: 500, headers: retryHeaders, body: 'oops' }],
    ['gets an HTTP 503', { status: 503, headers: retryHeaders, body: {} }],
    ['loses its connection', 'break' as const],
  ])('is the only piece that is retried if it %s', async (_name, failure) => {
    server.reply = (request) =>
      server.requests.length === 2 ? failure : FakeTranscriptionServer.gptReply(request, findText(request));
    expect((await makeEngine().transcribe(stereo, { signal })).segments).toEqual(SPOKEN_RANGES);
    expect(server.requests).toHaveLength(5);
  });

  it.each([
    ['three 429 responses', { status: 429, headers: retryHeaders, body: {} }, 'TRANSCRIPTION_RATE_LIMITED', true, 3],
    ['three 500 responses', { status: 500, headers: retryHeaders, body: {} }, 'TRANSCRIPTION_UNAVAILABLE', true, 3],
    [
      'a 429 response that asks to wait an hour',
      { status: 429, headers: { 'retry-after': '3600' }, body: {} },
      'TRANSCRIPTION_RATE_LIMITED',
      true,
      1,
    ],
    ['a revoked key', { status: 401, body: {} }, 'TRANSCRIPTION_CREDENTIALS', false, 1],
    ['a model that was shut down', { status: 404, body: {} }, 'TRANSCRIPTION_NOT_FOUND', false, 1],
    ['an HTML page', { body: '<html>Welcome</html>' }, 'TRANSCRIPTION_GARBAGE', true, 1],
    ['different JSON', { body: { ok: true } }, 'TRANSCRIPTION_GARBAGE', true, 1],
  ])('fails the call after %s', async (_name, reply, code, retryable, requests) => {
    server.reply = () => reply;
    const [channel] = stereo.channels;
    const call = { ...stereo, channels: [{ ...channel!, speech: AGENT.slice(0, 1) }] };
    await expect(makeEngine().transcribe(call, { signal })).rejects.toMatchObject({ code, retryable });
    expect(server.requests).toHaveLength(requests);
  });

  it('fails the call with a transient error if the server does not respond', async () => {
    server.reply = () => 'hang';
    await expect(makeEngine({ timeoutMs: 200 }).transcribe(stereo, { signal })).rejects.toMatchObject({
      code: 'TRANSCRIPTION_TIMEOUT',
      retryable: true,
    });
  });
});
