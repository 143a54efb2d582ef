import type { GuidelineRule } from '@ringwell/domain/accounts/guideline';
import { DEFAULT_FLAG_PHRASES, findFlags } from '@ringwell/domain/calls/find-flags';
import { describeLeadDays } from '@ringwell/domain/calls/lead-days';
import { matchRules } from '@ringwell/domain/calls/match-guideline-rules';
import { candidateForms, findPassage } from '@ringwell/domain/calls/search-passage';
import type { Transcript, TranscriptSegment } from '@ringwell/domain/calls/transcript';
import { redactSegments } from '@ringwell/domain/redaction/redact-transcript';

import { TranscriptFacts } from '../../worker/src/analysis/checks/transcript-facts';
import { LocalAnalyst } from '../../worker/src/analysis/engines/local/local.analyst';
import { findIntroducedName } from '../../worker/src/speakers/introduced-name';
import { seededRandom } from '../analyst/measurement/corruption';
import { recordSeconds } from './metrics';

const SEED = 20_261_124;
const TEXT_CHARS = 1_000_000;
const RANDOM_TEXT_COUNT = 40;
const MAX_SECONDS = 1;

// Fragments that the patterns start with, repeat or look ahead for.
const TEXT_PARTS = [
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
    'ʼ',
    'no it sparks ',
    'Hi. ',
    'and I ',
    "I'll call you ",
    '\u0301',
    '\u200b',
    '😡',
    '\ud83d',
    'ß',
    'a',
    'A. ',
  ],
];

function makeHostileText(random: () => number): string {
  const kinds = 1 + Math.floor(random() * 3);
  const parts = Array.from({ length: kinds }, () => TEXT_PARTS[Math.floor(random() * TEXT_PARTS.length)] ?? 'a');
  let text = '';
  while (text.length < TEXT_CHARS) {
    const part = parts[Math.floor(random() * kinds)] ?? 'a';
    text += part.repeat(1 + Math.floor(random() * (random() < 0.2 ? 20_000 : 20)));
  }
  return `${text.slice(0, TEXT_CHARS)}x`;
}

const uniformTexts = TEXT_PARTS.map((part) => `${part.repeat(TEXT_CHARS / part.length)}x`);

// Each text repeats one of the texts below, with a label before or after it.
const SECRET_LABELS = ['the pin is ', 'card number ', 'bank account number '];
const REPEATED_TEXTS = ['4, ', 'four ', '4111 1111 1111 1111 ', 'password:a@', 'code 4, '];
const repetitiveTexts = SECRET_LABELS.flatMap((name) =>
  REPEATED_TEXTS.flatMap((part) => {
    const text = part.repeat(TEXT_CHARS / part.length);
    return [name + text, text + name];
  }),
);

function makeTranscript(text: string): Transcript {
  const segments = [{ speaker: 'customer' as const, startMs: 0, endMs: 3_600_000, text }];
  return { engine: 'test', language: 'en', durationSeconds: 3_600, segments };
}

function search(text: string): void {
  const forms = candidateForms([text], [{ stem: 'a', isPrefix: true }]);
  findPassage(makeTranscript(text).segments, text, new Map(['x', ...forms].map((form) => [form, [0]])));
}

function matchPhrases(text: string): void {
  const { segments } = makeTranscript(text);
  const rule: GuidelineRule = { when: 'words', phrases: ['x', 'a x'], saidBy: 'anyone', then: 'negative' };
  matchRules([rule], { segments: [{ ...segments[0]!, text: 'a' }, ...segments], topic: null });
  findFlags(segments, DEFAULT_FLAG_PHRASES);
}

function findNames(text: string): void {
  const segments = (['customer', 'agent'] as const).map((speaker) => ({ speaker, startMs: 0, endMs: 1, text }));
  findIntroducedName({ segments }, { direction: 'outbound', customerName: null, company: null, knownNames: ['A'] });
}

function addWordTimes(segment: TranscriptSegment): TranscriptSegment {
  const words = segment.text.trim().split(/\s+/);
  return { ...segment, words: words.map((text, index) => ({ text, startMs: index, endMs: index + 1 })) };
}

it.each([
  ['redaction', (text: string) => Promise.resolve(redactSegments(makeTranscript(text).segments))],
  [
    'redaction with word timestamps',
    (text: string) => Promise.resolve(redactSegments(makeTranscript(text).segments.map(addWordTimes))),
  ],
  [
    'checking written sentences',
    (text: string) => Promise.resolve(new TranscriptFacts(makeTranscript(text)).findUnsupportedClaims(text)),
  ],
  [
    'built-in judge',
    (text: string) => new LocalAnalyst().judge(makeTranscript(text), {}, { signal: new AbortController().signal }),
  ],
  ['search', (text: string) => Promise.resolve(search(text))],
  ['guideline rules and flags', (text: string) => Promise.resolve(matchPhrases(text))],
  ['introduced names', (text: string) => Promise.resolve(findNames(text))],
  [
    "a lead's days",
    (text: string) => Promise.resolve(describeLeadDays(makeTranscript(`I need ${text} until`).segments)),
  ],
])(
  '28: handles any million-character text in under a second: %s',
  async (name, work) => {
    const random = seededRandom(SEED);
    const isRedaction = name.startsWith('redaction');
    let slowestSeconds = 0;
    const texts = [
      ...(isRedaction ? repetitiveTexts : []),
      ...uniformTexts,
      ...Array.from({ length: RANDOM_TEXT_COUNT }, () => makeHostileText(random)),
    ];
    for (const text of texts) {
      const start = process.cpuUsage();
      await work(text);
      slowestSeconds = Math.max(slowestSeconds, process.cpuUsage(start).user / 1_000_000);
    }
    recordSeconds(
      28,
      `CPU time for the slowest of ${texts.length} hostile 1 MB texts: ${name}`,
      Number(slowestSeconds.toFixed(2)),
      MAX_SECONDS,
    );
  },
  600_000,
);
