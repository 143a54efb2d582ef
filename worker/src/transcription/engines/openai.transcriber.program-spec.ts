import { mkdtemp, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { FakeTranscriptionServer } from '@ringwell/testing/fake-transcription-server';
import { makeAudio, samplePath } from '@ringwell/testing/make-audio';
import { temporaryDirectory } from '@ringwell/testing/temporary-directory';

import { decodeRecording } from '../../audio/decode-recording';
import type { DecodedAudio } from '../../audio/decoded-audio';
import { OpenaiTranscriber, type OpenaiTranscriberOptions } from './openai.transcriber';

const directory = temporaryDirectory();
const server = new FakeTranscriptionServer();
const { signal } = new AbortController();
const defaultReply = server.reply;
let stereo: DecodedAudio;
let mono: DecodedAudio;

async function decodeSample(args: string[]): Promise<DecodedAudio> {
  const workDir = await mkdtemp(join(directory, 'run-'));
  const sourcePath = await makeAudio(join(workDir, 'call.wav'), [
    '-i',
    samplePath('positive.wav'),
    '-t',
    '12',
    ...args,
  ]);
  return (await decodeRecording({ sourcePath, workDir, maxDurationSeconds: 60, signal })).audio;
}

function makeEngine(options: Partial<OpenaiTranscriberOptions> = {}): OpenaiTranscriber {
  return new OpenaiTranscriber({
    baseUrl: server.baseUrl,
    apiKey: 'secret',
    model: 'whisper-large-v3',
    timeoutMs: 10_000,
    ...options,
  });
}

beforeAll(async () => {
  await server.start();
  stereo = await decodeSample([]);
  mono = await decodeSample(['-ac', '1']);
});
afterAll(() => server.stop());
beforeEach(() => {
  server.requests.length = 0;
  server.reply = defaultReply;
});

describe('requests', () => {
  it('sends each side as a small full-length MP3', async () => {
    await makeEngine({ language: 'en-US' }).transcribe(stereo, { signal, hints: ['Northside Heating', 'Dana'] });
    expect(server.requests).toHaveLength(2);
    for (const [index, upload] of server.requests.entries()) {
      expect(upload).toMatchObject({
        path: '/v1/audio/transcriptions',
        authorization: 'Bearer secret',
        fileName: 'call.mp3',
        fields: {
          model: 'whisper-large-v3',
          response_format: 'verbose_json',
          language: 'en',
          prompt: 'Northside Heating, Dana',
        },
      });
      expect(upload.file.length).toBeLessThan(60_000);
      const path = join(directory, `upload-${index}.mp3`);
      await writeFile(path, upload.file);
      const decoded = await decodeRecording({
        sourcePath: path,
        workDir: await mkdtemp(join(directory, 'upload-')),
        maxDurationSeconds: 60,
        signal,
      });
      expect(decoded).toMatchObject({ channelCount: 1, audio: { mimeType: 'audio/mpeg' } });
      expect(decoded.audio.durationSeconds).toBeCloseTo(12, 0);
    }
    expect((await readdir(stereo.workDir)).filter((name) => name.endsWith('.mp3'))).toEqual([]);
  });

  it('sends one request for mono, without a key if none is set', async () => {
    await makeEngine({ apiKey: undefined }).transcribe(mono, { signal });
    expect(server.requests).toHaveLength(1);
    expect(server.requests[0]?.authorization).toBeUndefined();
  });

  it('requests speaker labels from models that support them, in parts of up to 1,390 seconds', async () => {
    const channel = { ...mono.channels[0]!, speech: [{ startMs: 1_000, endMs: 10_000 }] };
    const diarizer = makeEngine({ model: 'gpt-4o-transcribe-diarize' });
    await diarizer.transcribe({ ...mono, durationSeconds: 1_400, channels: [channel] }, { signal, hints: ['Dana'] });
    expect(server.requests).toHaveLength(2);
    for (const { fields } of server.requests)
      expect(fields).toEqual({
        model: 'gpt-4o-transcribe-diarize',
        response_format: 'diarized_json',
        chunking_strategy: 'auto',
      });
  });

  it('does not send requests when there is no speech', async () => {
    const silentAudio = { ...mono, channels: mono.channels.map((channel) => ({ ...channel, speech: [] })) };
    expect((await makeEngine().transcribe(silentAudio, { signal })).segments).toEqual([]);
    expect(server.requests).toEqual([]);
  });

  it("sends parts when a side exceeds the server's size limit", async () => {
    const region = (startSeconds: number, endSeconds: number) => ({
      startMs: startSeconds * 1_000,
      endMs: endSeconds * 1_000,
    });
    const channel = { ...mono.channels[0]!, speech: [region(1, 10), region(6_250, 6_400)] };
    await makeEngine().transcribe({ ...mono, durationSeconds: 7_000, channels: [channel] }, { signal });
    expect(server.requests).toHaveLength(2);
  });
});

describe('responses', () => {
  it('merges segments by time, with speakers, language and confidence', async () => {
    server.reply = ({ file }) => {
      const isFirst = server.requests[0]?.file === file;
      const [start, end, text] = isFirst ? [0.3, 3.2, ' Northside Heating.'] : [8.5, 11, ' Hi Dana.'];
      return { body: { language: 'english', text, segments: [{ start, end, text, avg_logprob: -0.2 }] } };
    };
    expect(await makeEngine().transcribe(stereo, { signal })).toEqual({
      engine: 'openai:whisper-large-v3',
      language: 'en',
      durationSeconds: 12,
      segments: [
        { speaker: 'agent', startMs: 300, endMs: 3_200, text: 'Northside Heating.', confidence: Math.exp(-0.2) },
        { speaker: 'customer', startMs: 8_500, endMs: 11_000, text: 'Hi Dana.', confidence: Math.exp(-0.2) },
      ],
    });
  });

  it("numbers a single channel's voices separately in each part", async () => {
    const buildSegment = (speaker: string, start: number, text: string): object => ({
      type: 'transcript.text.segment',
      id: 'seg',
      start,
      end: start + 2,
      text,
      speaker,
    });
    server.reply = ({ file }) =>
      server.requests[0]?.file === file
        ? {
            body: {
              text: '',
              segments: [buildSegment('A', 1, 'Hello?'), buildSegment('B', 4, 'Hi.'), buildSegment('A', 7, 'Yes.')],
            },
          }
        : { body: { text: '', segments: [buildSegment('A', 20, 'Bye.')] } };
    const speech = [
      { startMs: 1_000, endMs: 10_000 },
      { startMs: 1_405_000, endMs: 1_420_000 },
    ];
    const longAudio = { ...mono, durationSeconds: 1_430, channels: [{ ...mono.channels[0]!, speech }] };
    const diarizer = makeEngine({ model: 'gpt-4o-transcribe-diarize' });
    const { segments } = await diarizer.transcribe(longAudio, { signal });
    expect(segments.map(({ speaker, speakerNumber, text }) => [speaker, speakerNumber, text])).toEqual([
      ['unknown', 0, 'Hello?'],
      ['unknown', 1, 'Hi.'],
      ['unknown', 0, 'Yes.'],
      ['unknown', 2, 'Bye.'],
    ]);
  });

  it('drops segments without speech', async () => {
    server.reply = () => ({
      body: {
        text: '',
        segments: [
          { start: 0.3, end: 3, text: 'Northside Heating.' },
          { start: 9, end: 11, text: 'Thank you for watching.' },
        ],
      },
    });
    const { segments } = await makeEngine().transcribe({ ...stereo, channels: [stereo.channels[0]!] }, { signal });
    expect(segments.map((segment) => segment.text)).toEqual(['Northside Heating.']);
  });
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
    ['500', { status: 500, body: 'oops' }, 'TRANSCRIPTION_UNAVAILABLE', true, undefined],
    [
      '401',
      { status: 401, body: { error: { message: 'Incorrect API key provided: secret' } } },
      'TRANSCRIPTION_CREDENTIALS',
      false,
      undefined,
    ],
    ['413', { status: 413, body: {} }, 'TRANSCRIPTION_REFUSED', false, undefined],
    ['an HTML page instead of JSON', { body: '<html>Welcome</html>' }, 'TRANSCRIPTION_GARBAGE', true, undefined],
    [
      'broken JSON',
      { headers: { 'content-type': 'application/json' }, body: '{"text": "hel' },
      'TRANSCRIPTION_GARBAGE',
      true,
      undefined,
    ],
    ['different JSON', { body: { ok: true } }, 'TRANSCRIPTION_GARBAGE', true, undefined],
  ])('maps %s', async (_name, reply, code, retryable, retryAfterMs) => {
    server.reply = () => reply;
    const error: unknown = await makeEngine()
      .transcribe(mono, { signal })
      .catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ kind: 'provider', code, retryable, retryAfterMs });
    expect(String((error as Error).message) + String((error as Error).cause)).not.toContain('secret');
    expect(server.requests).toHaveLength(1);
  });

  it('times out when the server hangs', async () => {
    server.reply = () => 'hang';
    await expect(makeEngine({ timeoutMs: 200 }).transcribe(mono, { signal })).rejects.toMatchObject({
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
    await expect(makeEngine().transcribe(mono, { signal: controller.signal })).rejects.toBe(reason);
  });

  it('reports a retryable error when nothing is listening', async () => {
    await expect(makeEngine({ baseUrl: 'http://127.0.0.1:9/v1' }).transcribe(mono, { signal })).rejects.toMatchObject({
      code: 'TRANSCRIPTION_UNAVAILABLE',
      retryable: true,
    });
  });
});
