import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Transcript, TranscriptSegment } from '@ringwell/domain/calls/transcript';

import { transcriptQuality } from './transcript-quality';

interface RecognizedCall {
  line: string;
  /** Actual fraction of wrong words. */
  wordErrorRate: number;
  durationSeconds: number;
  speechSeconds: number;
  /** Text, and each word's confidence in thousandths. */
  turns: [string, number[]][];
}

// Synthetic speech over several phone lines, as transcribed by the built-in recognizer.
const RECOGNIZED = JSON.parse(
  readFileSync(join(__dirname, 'testing/recognized-calls.json'), 'utf8'),
) as RecognizedCall[];

function toTranscript({ durationSeconds, turns }: RecognizedCall): Transcript {
  const segments = turns.map(([text, confidences], i): TranscriptSegment => {
    const [startMs, endMs] = [i * 3_000, i * 3_000 + 2_000];
    const words = text
      .split(' ')
      .map((word, index) => ({ text: word, startMs, endMs, confidence: (confidences[index] ?? 0) / 1_000 }));
    const confidence = words.reduce((sum, word) => sum + word.confidence, 0) / words.length;
    return { speaker: 'customer', startMs, endMs, text, confidence, words };
  });
  return { engine: 'pocketsphinx', language: 'en-US', durationSeconds, segments };
}

function makeTranscript(engine: string, texts: readonly string[], confidence?: number): Transcript {
  const segments = texts.map((text, index): TranscriptSegment => {
    const startMs = index * 4_000;
    return {
      speaker: 'unknown',
      startMs,
      endMs: startMs + 3_000,
      text,
      ...(confidence !== undefined && { confidence }),
    };
  });
  return { engine, language: 'en', durationSeconds: texts.length * 4, segments };
}

const CALL = [
  'Thank you for calling Hobbs Heating, how can I help you?',
  'Hi, the furnace quit again last night and it is forty degrees in here.',
  'I am sorry to hear that. I can have someone there by two.',
  'Two works. Please have him call before he comes.',
];

describe('transcript quality from the built-in recognizer', () => {
  it.each(RECOGNIZED.map((call): [string, RecognizedCall] => [`${call.line} (${call.wordErrorRate} wrong)`, call]))(
    'estimates the fraction of correct words: %s',
    (_, call) => {
      const score = transcriptQuality(toTranscript(call), call.speechSeconds)?.score ?? NaN;
      expect(Math.abs(score - (1 - call.wordErrorRate))).toBeLessThan(0.15);
    },
  );

  it.each([
    ['wide', 'good'],
    ['amr', 'fair'],
    ['loss-5', 'fair'],
    ['loss-20', 'poor'],
    ['noise-10', 'poor'],
  ])('rates transcripts from the %s line as %s', (line, level) => {
    const calls = RECOGNIZED.filter((call) => call.line === line);
    expect(calls.map((call) => transcriptQuality(toTranscript(call), call.speechSeconds)?.level)).toEqual([level]);
  });

  it("uses segment confidences when words don't have any", () => {
    expect(transcriptQuality(makeTranscript('pocketsphinx', CALL, 0.9))?.level).toBe('good');
    expect(transcriptQuality(makeTranscript('pocketsphinx', CALL, 0.1))?.level).toBe('poor');
  });
});

describe('transcript quality from other engines', () => {
  it.each([
    ['deepgram', 0.97, 'good'],
    ['deepgram', 0.7, 'fair'],
    ['deepgram', 0.4, 'poor'],
    ['sherpa', 0.95, 'good'],
    ['openai:whisper-large-v3', Math.exp(-0.25), 'good'],
    ['openai:whisper-large-v3', Math.exp(-0.7), 'fair'],
    ['openai:whisper-large-v3', Math.exp(-1.2), 'poor'],
  ])('interprets confidences from %s on a scale of their own: %d', (engine, confidence, level) => {
    expect(transcriptQuality(makeTranscript(engine, CALL, confidence))?.level).toBe(level);
  });

  it.each(['openai:whisper-large-v3', 'sherpa'])('is undefined for %s without confidences', (engine) => {
    expect(transcriptQuality(makeTranscript(engine, CALL), 15)).toBeUndefined();
    expect(transcriptQuality(makeTranscript(engine, ['Yes.']), 1)).toBeUndefined();
  });

  it('detects a loop regardless of confidence', () => {
    const loop = Array.from({ length: 12 }, () => 'Thank you for watching the video.');
    expect(transcriptQuality(makeTranscript('openai:gpt-transcribe', loop))?.level).toBe('poor');
    expect(transcriptQuality(makeTranscript('openai:gpt-transcribe', loop, 0.95))?.level).toBe('poor');
  });

  it('detects long speech with very few words', () => {
    expect(transcriptQuality(makeTranscript('openai:gpt-transcribe', ['Okay.', 'The thing.']), 90)?.level).toBe('poor');
  });

  it.each([
    [
      'Chinese',
      ['您好，请问有什么可以帮您？', '我家的空调坏了，已经三天不制冷了。', '好的，明天上午九点我们派师傅过去。'],
    ],
    ['Japanese', ['お電話ありがとうございます。', '給湯器が壊れて、お湯が出ません。', '明日の午前中に伺います。']],
    ['Thai', ['สวัสดีครับ มีอะไรให้ช่วยไหมครับ', 'เครื่องปรับอากาศไม่เย็นค่ะ', 'พรุ่งนี้ช่างจะไปดูให้ครับ']],
  ])('rates %s as good even though it has no spaces between words', (_, texts) => {
    expect(transcriptQuality(makeTranscript('openai:whisper-large-v3', texts, 0.85), 40)?.level).toBe('good');
  });

  it("does not mistake a customer's repeated address for a loop", () => {
    const textsWithAddress = ['Twelve forty Elm.', 'Twelve forty Elm?', 'Yes, twelve forty Elm Street.', ...CALL];
    expect(transcriptQuality(makeTranscript('openai:gpt-transcribe', textsWithAddress, 0.9))?.level).toBe('good');
  });
});
