import { redactSegments } from '@ringwell/domain/redaction/redact-transcript';
import type { Transcript } from '@ringwell/domain/transcript';

import { seededRandom } from '../tools/analyst/measurement/corruption';
import { countSentences } from '../worker/src/analysis/engines/llm/analysis-answer';
import { LocalAnalyst } from '../worker/src/analysis/engines/local.analyst';
import { recordMetric } from './metrics';

const SEED = 20_261_124;
const TEXT_CHARS = 1_000_000;
const TEXTS = 40;
const MAX_SECONDS = 3;

// Parts that patterns begin with, repeat or look ahead for.
const PARTS = [
  ...['four ', 'double oh ', '4', '4 ', '41-', '(555) ', '1.', '0,', 'zero ', 'card number ', 'my password is '],
  ...['...', '?!', '"', ')', "'s ", '. ', '.x', ' ', '\n', '\t', '-', '--', '[card number] ', '$1,', 'a.m. ', 'Mr. '],
  ...[
    'uh ',
    'um, ',
    'the ',
    'not ',
    'never ever ',
    'angry! ',
    'İ',
    '\u0301',
    '\u200b',
    '😡',
    '\ud83d',
    'ß',
    'a',
    'A. ',
  ],
];

function hostileText(random: () => number): string {
  const kinds = 1 + Math.floor(random() * 3);
  const parts = Array.from({ length: kinds }, () => PARTS[Math.floor(random() * PARTS.length)] ?? 'a');
  let text = '';
  while (text.length < TEXT_CHARS) {
    const part = parts[Math.floor(random() * kinds)] ?? 'a';
    text += part.repeat(1 + Math.floor(random() * (random() < 0.2 ? 20_000 : 20)));
  }
  return `${text.slice(0, TEXT_CHARS)}x`;
}

function transcriptOf(text: string): Transcript {
  const segments = [{ speaker: 'customer' as const, startMs: 0, endMs: 3_600_000, text }];
  return { engine: 'test', language: 'en', durationSeconds: 3_600, segments };
}

it.each([
  ['redaction', (text: string) => Promise.resolve(redactSegments(transcriptOf(text).segments))],
  ['count of sentences', (text: string) => Promise.resolve(countSentences(text))],
  [
    'built-in analyst',
    (text: string) => new LocalAnalyst().analyze(transcriptOf(text), {}, { signal: new AbortController().signal }),
  ],
])(
  '22: takes any text of a million characters in seconds: %s',
  async (name, work) => {
    const random = seededRandom(SEED);
    let slowestSeconds = 0;
    for (let at = 0; at < TEXTS; at += 1) {
      const text = hostileText(random);
      const start = process.cpuUsage();
      await work(text);
      slowestSeconds = Math.max(slowestSeconds, process.cpuUsage(start).user / 1_000_000);
    }
    recordMetric({
      row: 22,
      name: `slowest of ${TEXTS} hostile texts of 1 MB, processor time: ${name}`,
      measured: Number(slowestSeconds.toFixed(2)),
      limit: MAX_SECONDS,
      unit: 's',
      timeDependent: true,
    });
  },
  600_000,
);
