import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

import { baseLanguage } from '@ringwell/domain/calls/spoken-language';
import { providerFailed, type AppError } from '@ringwell/domain/errors/app-error';
import { OperatorInstruction } from '@ringwell/domain/errors/operator-instruction';

import { UNAVAILABLE } from '../../../provider-error';
import { readOnnxMetadata } from './onnx-metadata';

/** The parts of sherpa-onnx's `OfflineModelConfig` that name the model and its files. */
export interface SherpaModel {
  kind: 'whisper' | 'transducer' | 'moonshine' | 'nemoCtc' | 'cohereTranscribe' | 'qwen3Asr';
  files: Record<string, string>;
  /** Empty for models whose tokens are in a folder. */
  tokens: string;
  /** Only for transducers; without it, the library loads the encoder twice to find out. */
  modelType?: 'transducer' | 'nemo_transducer';
}

// `model_type` in the files that sherpa-onnx's scripts export from NeMo.
const NEMO_TYPE = /^EncDec/;
// `model_type` of an encoder that has the same file names as Whisper's.
const COHERE_TYPE = /cohere-transcribe/;

// sherpa-onnx doesn't return words for other languages (offline-cohere-transcribe-model-config.cc).
const COHERE_LANGUAGES = 'ar de el en es fr it ja ko nl pl pt vi zh'.split(' ');

const TOKENIZER_FOLDER = 'tokenizer';
const TOKENIZER_FILES = ['vocab.json', 'merges.txt', 'tokenizer_config.json'];

// Model kinds, recognized by the file names in sherpa-onnx's releases. Each kind has files that the kinds listed after
// it lack.
const KINDS: { kind: SherpaModel['kind']; parts: Record<string, RegExp> }[] = [
  { kind: 'qwen3Asr', parts: { convFrontend: /^conv_frontend/, encoder: /^encoder/, decoder: /^decoder/ } },
  { kind: 'transducer', parts: { encoder: /encoder/, decoder: /decoder/, joiner: /joiner/ } },
  {
    kind: 'moonshine',
    parts: {
      preprocessor: /preprocess/,
      encoder: /^encode/,
      uncachedDecoder: /^uncached_decode/,
      cachedDecoder: /^cached_decode/,
    },
  },
  // Second-generation Moonshine has a single decoder.
  { kind: 'moonshine', parts: { encoder: /^encoder/, mergedDecoder: /^decoder.*merged/ } },
  { kind: 'whisper', parts: { encoder: /encoder/, decoder: /decoder/ } },
  { kind: 'nemoCtc', parts: { model: /^model(\.int8)?\.onnx$/ } },
];

/** @throws AppError SHERPA_MODEL_MISSING, not retryable, if the folder doesn't contain a complete, known model */
export async function findSherpaModel(modelDir: string): Promise<SherpaModel> {
  const names = await readdir(modelDir).catch((cause: unknown) => {
    throw modelError('does not exist or cannot be read', cause);
  });
  const tokens = names.find((name) => /tokens\.txt$/.test(name));
  for (const { kind, parts } of KINDS) {
    const partFiles = Object.entries(parts).map(([part, pattern]) => [part, pickFile(names, pattern)] as const);
    if (partFiles.some(([, name]) => name === undefined)) continue;
    const files = Object.fromEntries(partFiles.map(([part, name]) => [part, join(modelDir, name ?? '')]));
    if (kind === 'qwen3Asr') return { kind, files: { ...files, tokenizer: await findTokenizer(modelDir) }, tokens: '' };
    if (!tokens) throw modelError('has no tokens.txt');
    return { kind, files, tokens: join(modelDir, tokens), ...(await detectType(kind, files)) };
  }
  const parts = names.filter((name) => /encode|decode|joiner|preprocess|conv_frontend/.test(name));
  throw modelError(parts.length > 0 ? `only contains part of a model (${parts.join(', ')})` : 'has no known model');
}

async function findTokenizer(modelDir: string): Promise<string> {
  const folder = join(modelDir, TOKENIZER_FOLDER);
  const names = await readdir(folder).catch((): string[] => []);
  const missing = TOKENIZER_FILES.filter((name) => !names.includes(name));
  if (missing.length > 0) throw modelError(`has no ${missing.map((name) => `${TOKENIZER_FOLDER}/${name}`).join(', ')}`);
  return folder;
}

// Files that can't be read as ONNX are left to the library, which reports the problem.
async function detectType(
  kind: SherpaModel['kind'],
  { encoder, model }: Record<string, string>,
): Promise<Partial<Pick<SherpaModel, 'kind' | 'modelType'>>> {
  if (kind === 'transducer' && encoder) {
    const type = (await readOnnxMetadata(encoder)).get('model_type');
    if (type) return { modelType: NEMO_TYPE.test(type) ? 'nemo_transducer' : 'transducer' };
  }
  if (kind === 'whisper' && encoder) {
    const type = (await readOnnxMetadata(encoder)).get('model_type');
    if (type && COHERE_TYPE.test(type)) return { kind: 'cohereTranscribe' };
  }
  if (kind === 'nemoCtc' && model) {
    const metadata = await readOnnxMetadata(model);
    if (metadata.size > 0 && !NEMO_TYPE.test(metadata.get('model_type') ?? ''))
      throw modelError('contains a model other than NeMo CTC');
  }
  return {};
}

// Prefers a release's 8-bit file, which is faster on a CPU and about as accurate.
function pickFile(names: string[], pattern: RegExp): string | undefined {
  const matching = names.filter((name) => /\.(onnx|ort)$/.test(name) && pattern.test(name)).sort();
  return matching.find((name) => name.includes('int8')) ?? matching[0];
}

/** @throws AppError SHERPA_MODEL_MISSING, not retryable, if the model doesn't support the calls' language */
export function assertSupportsLanguage({ kind }: SherpaModel, language: string | undefined): void {
  if (kind !== 'cohereTranscribe' || COHERE_LANGUAGES.includes(baseLanguage(language) ?? '')) return;
  throw modelError(
    `contains Cohere Transcribe, which requires one of these in TRANSCRIPTION_LANGUAGE: ${COHERE_LANGUAGES.join(', ')}`,
  );
}

function modelError(problem: string, cause?: unknown): AppError {
  return providerFailed('SHERPA_MODEL_MISSING', UNAVAILABLE.TRANSCRIPTION, {
    cause: new OperatorInstruction(
      `The folder in SHERPA_MODEL_DIR ${problem}. Unpack a sherpa-onnx model there: Whisper, Parakeet, Zipformer, NeMo CTC, ` +
        'Moonshine or Cohere Transcribe, with its .onnx files and tokens.txt, or Qwen3-ASR with its tokenizer folder.',
      cause,
    ),
  });
}
