import { randomBytes } from 'node:crypto';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { omitWords, type TranscriptSegment } from '@ringwell/domain/calls/transcript';
import { temporaryDirectory } from '@ringwell/testing/temporary-directory';

import { makeNoiseRecording, type Noise } from '../../testing/noise';
import {
  LOGITS,
  SPOKEN_TOKENS,
  writeDiarization,
  writeNemoCtc,
  writeNemoTransducer,
  writeZipformer,
} from '../../testing/tiny-models';
import { writeCohereTranscribe, writeQwen3Asr } from '../../testing/tiny-prompted-models';
import { writeMoonshine, writeWhisper } from '../../testing/tiny-text-models';
import { SherpaTranscriber, type SherpaOptions } from '../sherpa.transcriber';

const directory = temporaryDirectory();
const { signal } = new AbortController();
const transcribers: SherpaTranscriber[] = [];
afterEach(() => Promise.all(transcribers.splice(0).map((transcriber) => transcriber.onApplicationShutdown())));

async function createTranscriber(
  write: (folder: string) => Promise<string>,
  options: Partial<SherpaOptions> = {},
): Promise<SherpaTranscriber> {
  const modelDir = await write(await mkdtemp(join(directory, 'model-')));
  const transcriber = new SherpaTranscriber({ modelDir, threads: 1, ...options });
  transcribers.push(transcriber);
  return transcriber;
}

async function transcribeNoise(
  transcriber: SherpaTranscriber,
  frameMs: number,
  noise: Noise[],
  hints?: string[],
): Promise<TranscriptSegment[]> {
  const audio = await makeNoiseRecording(directory, { seconds: 5, frameMs, noise });
  return omitWords(await transcriber.transcribe(audio, { signal, hints })).segments;
}

/** Probability of the token with the first of these logits if all other tokens have a logit of 0. */
function probability(logits: number[], vocabularySize: number): number {
  const sum = logits.reduce((total, logit) => total + Math.exp(logit), vocabularySize - logits.length);
  return Math.exp(logits[0]!) / sum;
}

const FURNACE_LEAK: Noise[] = [
  ['▁fur', 6, 8],
  ['nace', 8, 10],
  ['▁leak', 12, 14],
  ['▁smith', 30, 32],
];

describe('recognition', () => {
  it("returns a CTC model's words with timestamps, in segments that end at pauses", async () => {
    expect(await transcribeNoise(await createTranscriber(writeNemoCtc), 80, FURNACE_LEAK)).toMatchObject([
      { speaker: 'unknown', startMs: 480, endMs: 1_200, text: 'furnace leak' },
      { speaker: 'unknown', startMs: 2_400, endMs: 2_640, text: 'smith' },
    ]);
  });

  it("returns a token-and-duration transducer's words with timestamps, durations and confidences", async () => {
    const size = SPOKEN_TOKENS.length + 1;
    const sure = probability([LOGITS.sure, LOGITS.blank], size);
    const unsure = probability([LOGITS.unsure, LOGITS.blank], size);
    expect(await transcribeNoise(await createTranscriber(writeNemoTransducer), 80, FURNACE_LEAK)).toMatchObject([
      {
        speaker: 'unknown',
        startMs: 480,
        endMs: 1_040,
        text: 'furnace leak',
        confidence: expect.closeTo((sure + unsure) / 2, 2) as number,
      },
      {
        speaker: 'unknown',
        startMs: 2_400,
        endMs: 2_480,
        text: 'smith',
        confidence: expect.closeTo(sure, 2) as number,
      },
    ]);
  });

  it('prefers the given names and terms with a Zipformer transducer', async () => {
    const zipformer = await createTranscriber(writeZipformer);
    const noise: Noise[] = [
      ['▁fur', 12, 16],
      ['nace', 16, 20],
      ['▁smith', 24, 28],
    ];
    const expected = { speaker: 'unknown', startMs: 480, endMs: 1_200, confidence: expect.any(Number) as number };
    expect(await transcribeNoise(zipformer, 40, noise)).toMatchObject([{ ...expected, text: 'furnace smith' }]);
    expect(await transcribeNoise(zipformer, 40, noise, ['Day', 'SMYTH'])).toMatchObject([
      { ...expected, text: 'furnace smyth' },
    ]);
    expect(await transcribeNoise(zipformer, 40, noise, ['?! /:9'])).toMatchObject([
      { ...expected, text: 'furnace smith' },
    ]);
  });

  it.each([
    ['Moonshine', writeMoonshine],
    ['Whisper', writeWhisper],
  ])('returns one segment per piece of speech with a %s model, which has no timestamps', async (_kind, write) => {
    const transcriber = await createTranscriber(write);
    const expectedSegment = { speaker: 'unknown', startMs: 0, endMs: 5_000 };
    expect(await transcribeNoise(transcriber, 80, [['▁leak', 6, 16]])).toMatchObject([
      { ...expectedSegment, text: 'quiet voice' },
    ]);
    expect(await transcribeNoise(transcriber, 80, [['▁day', 6, 16]])).toMatchObject([
      { ...expectedSegment, text: 'loud voice' },
    ]);
  });
});

describe('models with a prompt', () => {
  const expectedSegment = { speaker: 'unknown', startMs: 0, endMs: 5_000 };

  it.each([
    ['en', 'voice'],
    ['de', 'stimme'],
    ['de-AT', 'stimme'],
  ])('Cohere Transcribe receives the language %s', async (language, text) => {
    const transcriber = await createTranscriber(writeCohereTranscribe, { language });
    expect(await transcribeNoise(transcriber, 80, [['▁leak', 6, 16]], ['Dana Reyes'])).toMatchObject([
      { ...expectedSegment, text },
    ]);
  });

  it.each([undefined, 'ru', 'multi'])('Cohere Transcribe fails in the unsupported language %s', async (language) => {
    const transcriber = await createTranscriber(writeCohereTranscribe, { language });
    await expect(transcribeNoise(transcriber, 80, [['▁leak', 6, 16]])).rejects.toMatchObject({
      code: 'SHERPA_MODEL_MISSING',
      retryable: false,
      cause: { message: expect.stringContaining('TRANSCRIPTION_LANGUAGE: ar, de, el, en') as string },
    });
  });

  it('Qwen3-ASR receives the language, names and terms', async () => {
    const transcriber = await createTranscriber(writeQwen3Asr, { language: 'en' });
    const quietNoise: Noise[] = [['▁leak', 6, 16]];
    expect(await transcribeNoise(transcriber, 80, quietNoise)).toMatchObject([
      { ...expectedSegment, text: 'quiet voice' },
    ]);
    expect(await transcribeNoise(transcriber, 80, [['▁day', 6, 16]])).toMatchObject([
      { ...expectedSegment, text: 'loud voice' },
    ]);
    expect(await transcribeNoise(transcriber, 80, quietNoise, ['Dana', 'smyth'])).toMatchObject([
      { ...expectedSegment, text: 'smyth' },
    ]);
    expect(await transcribeNoise(transcriber, 80, quietNoise, ['<|im_end|>', ','])).toMatchObject([
      { ...expectedSegment, text: 'quiet voice' },
    ]);
  });

  it('Qwen3-ASR receives pieces of up to 15 seconds, and only as many names as fit', async () => {
    const transcriber = await createTranscriber(writeQwen3Asr, { language: 'en' });
    const audio = await makeNoiseRecording(directory, { seconds: 40, frameMs: 80, noise: [['▁day', 6, 490]] });
    const hints = [...Array.from({ length: 200 }, (_, index) => `Kowalczyk ${index}`), 'smyth'];
    const { segments } = await transcriber.transcribe(audio, { signal, hints });
    expect(segments).toHaveLength(3);
    for (const { text, startMs, endMs } of segments) {
      expect(text).toBe('loud voice');
      expect(endMs - startMs).toBeLessThanOrEqual(15_000);
    }
  });
});

describe('voices', () => {
  // Without voices, "smith" and "day" share a segment, because the gap between them is too short.
  const CONVERSATION: Noise[] = [
    ['▁leak', 5, 24],
    ['▁smith', 24, 27],
    ['▁day', 27, 45],
    ['▁leak', 46, 60],
  ];

  it('are separated in a mono recording, and segments end when the voice changes', async () => {
    const diarizationDir = await writeDiarization(await mkdtemp(join(directory, 'speakers-')));
    const segments = await transcribeNoise(await createTranscriber(writeNemoCtc, { diarizationDir }), 80, CONVERSATION);
    expect(segments.map(({ text }) => text)).toEqual(['leak', 'smith', 'day', 'leak']);
    const [first, second, third, fourth] = segments.map(({ speakerNumber }) => speakerNumber);
    expect([second, fourth]).toEqual([first, first]);
    expect([first, third].sort()).toEqual([0, 1]);
  });

  it('are omitted without models', async () => {
    const diarizationDir = await mkdtemp(join(directory, 'speakers-'));
    const onDiarizationFailed = jest.fn();
    const ctc = await createTranscriber(writeNemoCtc, { diarizationDir, onDiarizationFailed });
    const segments = await transcribeNoise(ctc, 80, CONVERSATION);
    expect(segments.map(({ text }) => text)).toEqual(['leak', 'smith day', 'leak']);
    expect(segments.filter((segment) => 'speakerNumber' in segment)).toEqual([]);
    expect(onDiarizationFailed).not.toHaveBeenCalled();
  });

  it('are omitted if their models are damaged, after a single attempt to load them', async () => {
    const diarizationDir = await mkdtemp(join(directory, 'speakers-'));
    for (const name of ['segmentation.onnx', 'embedding.onnx'])
      await writeFile(join(diarizationDir, name), randomBytes(2_000));
    const onDiarizationFailed = jest.fn();
    const ctc = await createTranscriber(writeNemoCtc, { diarizationDir, onDiarizationFailed });
    const expected = ['leak', 'smith day', 'leak'];
    expect((await transcribeNoise(ctc, 80, CONVERSATION)).map(({ text }) => text)).toEqual(expected);
    expect((await transcribeNoise(ctc, 80, CONVERSATION)).map(({ text }) => text)).toEqual(expected);
    expect(onDiarizationFailed).toHaveBeenCalledTimes(1);
  });
});
