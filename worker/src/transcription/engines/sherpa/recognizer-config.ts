import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { baseLanguage } from '@ringwell/domain/calls/spoken-language';

import { truncateToTokens } from '../../hints';
import type { SherpaModel } from './sherpa-model';

const FEATURE_CONFIG = { sampleRate: 16_000, featureDim: 80 };
// sherpa-onnx's default score per hotword token.
const HOTWORDS_SCORE = 1.5;
const MODEL_DEFAULTS = { provider: 'cpu', debug: 0 };

export interface RecognizerSettings {
  threads: number;
  /** ISO 639-1 or BCP 47, for Whisper models, which detect the language if it's omitted. */
  language?: string;
}

/**
 * Hotwords require beam search, which sherpa-onnx supports for all transducers. With NeMo's transducers (Parakeet),
 * it's known to lose or invent words (github.com/k2-fsa/sherpa-onnx/issues/3267), so these keep greedy search without
 * hotwords.
 */
export function supportsHotwords(model: SherpaModel): boolean {
  return model.kind === 'transducer' && model.modelType === 'transducer';
}

// Unless its files say otherwise, Qwen3-ASR has a total of 512 tokens for names, audio (13 per second) and text.
const QWEN_MAX_PIECE_MS = 15_000;
const QWEN_MAX_HINT_TOKENS = 100;
// Whisper's limit is 30 s.
const MAX_PIECE_MS = 25_000;

/** A model's maximum length for a piece of speech. */
export function maxPieceMs({ kind }: SherpaModel): number {
  return kind === 'qwen3Asr' ? QWEN_MAX_PIECE_MS : MAX_PIECE_MS;
}

/**
 * Options that some models take with each piece instead of in their configuration: Cohere Transcribe needs the
 * language, and Qwen3-ASR takes the language's English name along with names and terms.
 */
export function streamOptions(
  { kind }: SherpaModel,
  language: string | undefined,
  hints: readonly string[],
): Record<string, string> {
  const base = baseLanguage(language);
  if (kind === 'cohereTranscribe') return { language: base ?? '' };
  if (kind !== 'qwen3Asr') return {};
  const name = base && languageNames.of(base);
  const terms = truncateToTokens(
    hints.map((hint) => hint.replace(/[^\p{L}\p{M}\p{N}'’&. -]+/gu, ' ').trim()).filter(Boolean),
    QWEN_MAX_HINT_TOKENS,
  );
  return { ...(name && name !== base && { language: name }), ...(terms.length > 0 && { hotwords: terms.join(',') }) };
}

const languageNames = new Intl.DisplayNames('en', { type: 'language' });

/**
 * sherpa-onnx's `OfflineRecognizerConfig`. Call `release` once the recognizer has been created to delete temporary
 * files.
 */
export async function recognizerConfig(
  model: SherpaModel,
  { threads, language }: RecognizerSettings,
): Promise<{ config: object; release: () => Promise<void> }> {
  const vocabulary = supportsHotwords(model) ? await findVocabulary(model) : undefined;
  const config = {
    featConfig: FEATURE_CONFIG,
    modelConfig: {
      ...MODEL_DEFAULTS,
      [model.kind]: {
        ...model.files,
        ...(model.kind === 'whisper' && { language: baseLanguage(language) ?? '' }),
        ...(model.kind === 'cohereTranscribe' && { usePunct: 1, useItn: 1 }),
      },
      tokens: model.tokens,
      numThreads: threads,
      ...(model.modelType && { modelType: model.modelType }),
      ...(vocabulary && { modelingUnit: 'bpe', bpeVocab: vocabulary.path }),
    },
    ...(vocabulary && { decodingMethod: 'modified_beam_search', hotwordsScore: HOTWORDS_SCORE }),
  };
  return { config, release: async () => vocabulary?.release() };
}

/**
 * Formats the terms for `createStream`, in the letter case of the model's tokens.
 * @param tokens contents of tokens.txt
 */
export function formatHotwords(terms: readonly string[], tokens: string): string | undefined {
  const words = terms.map((term) => matchCase(tokens, term.replace(/[^\p{L}\p{N}' -]+/gu, ' ').trim())).filter(Boolean);
  return words.length > 0 ? words.join('/') : undefined;
}

function matchCase(tokens: string, term: string): string {
  const pieces = tokens.split('\n').filter((line) => !line.startsWith('<'));
  if (!pieces.some((line) => /\p{Ll}/u.test(line))) return term.toUpperCase();
  return pieces.some((line) => /\p{Lu}/u.test(line)) ? term : term.toLowerCase();
}

// Releases with a bpe.vocab include piece scores. Otherwise, IDs stand in for the scores, because both reflect the
// order in which the pieces were learned.
async function findVocabulary({ tokens }: SherpaModel): Promise<{ path: string; release: () => Promise<void> }> {
  const includedPath = join(dirname(tokens), 'bpe.vocab');
  if (existsSync(includedPath)) return { path: includedPath, release: () => Promise.resolve() };
  const lines = (await readFile(tokens, 'utf8')).split('\n').filter(Boolean);
  const folder = await mkdtemp(join(tmpdir(), 'sherpa-'));
  const path = join(folder, 'bpe.vocab');
  await writeFile(path, lines.map((line) => line.replace(/\s+(\d+)\s*$/, '\t-$1\n')).join(''));
  return { path, release: () => rm(folder, { recursive: true, force: true }) };
}
