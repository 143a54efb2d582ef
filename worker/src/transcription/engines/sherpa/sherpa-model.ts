import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

import { AppError } from '@ringwell/domain/app-error';
import { OperatorInstruction } from '@ringwell/domain/operator-instruction';

import { UNAVAILABLE } from '../../../provider-error';
import { onnxMetadata } from './onnx-metadata';

/** The parts of sherpa-onnx's `OfflineModelConfig` that name the model and its files. */
export interface SherpaModel {
  kind: 'whisper' | 'transducer' | 'moonshine' | 'nemoCtc';
  files: Record<string, string>;
  tokens: string;
  /** Only for transducers; without it, the library loads the encoder twice to find out. */
  modelType?: 'transducer' | 'nemo_transducer';
}

// `model_type` in the files that sherpa-onnx's scripts export from NeMo.
const NEMO_TYPE = /^EncDec/;

// By the file names in sherpa-onnx's releases, in this order: each kind has files that the kinds after it lack.
const KINDS: { kind: SherpaModel['kind']; parts: Record<string, RegExp> }[] = [
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
  // The second generation of Moonshine, one decoder.
  { kind: 'moonshine', parts: { encoder: /^encoder/, mergedDecoder: /^decoder.*merged/ } },
  { kind: 'whisper', parts: { encoder: /encoder/, decoder: /decoder/ } },
  { kind: 'nemoCtc', parts: { model: /^model(\.int8)?\.onnx$/ } },
];

/** @throws AppError SHERPA_MODEL_MISSING, not retryable, when there is no folder or no known and complete model */
export async function findSherpaModel(modelDir: string): Promise<SherpaModel> {
  const names = await readdir(modelDir).catch((cause: unknown) => {
    throw modelMissing('does not exist or cannot be read', cause);
  });
  const tokens = names.find((name) => /tokens\.txt$/.test(name));
  for (const { kind, parts } of KINDS) {
    const found = Object.entries(parts).map(([part, pattern]) => [part, pickFile(names, pattern)] as const);
    if (found.some(([, name]) => name === undefined)) continue;
    if (!tokens) throw modelMissing('has no tokens.txt');
    const files = Object.fromEntries(found.map(([part, name]) => [part, join(modelDir, name ?? '')]));
    return { kind, files, tokens: join(modelDir, tokens), ...(await typeOf(kind, files)) };
  }
  const parts = names.filter((name) => /encode|decode|joiner|preprocess/.test(name));
  throw modelMissing(
    parts.length > 0 ? `has only a part of a model (${parts.join(', ')})` : 'holds no model that is known',
  );
}

// Files that cannot be read as ONNX are left to the library, which then says what is wrong with them.
async function typeOf(
  kind: SherpaModel['kind'],
  { encoder, model }: Record<string, string>,
): Promise<Pick<SherpaModel, 'modelType'>> {
  if (kind === 'transducer' && encoder) {
    const type = (await onnxMetadata(encoder)).get('model_type');
    if (type) return { modelType: NEMO_TYPE.test(type) ? 'nemo_transducer' : 'transducer' };
  }
  if (kind === 'nemoCtc' && model) {
    const metadata = await onnxMetadata(model);
    if (metadata.size > 0 && !NEMO_TYPE.test(metadata.get('model_type') ?? ''))
      throw modelMissing('holds a model of another kind than NeMo CTC');
  }
  return {};
}

// Prefers the 8-bit file of a release: on a CPU it is faster and about as accurate.
function pickFile(names: string[], pattern: RegExp): string | undefined {
  const matching = names.filter((name) => /\.(onnx|ort)$/.test(name) && pattern.test(name)).sort();
  return matching.find((name) => name.includes('int8')) ?? matching[0];
}

function modelMissing(what: string, cause?: unknown): AppError {
  return new AppError({
    kind: 'provider',
    code: 'SHERPA_MODEL_MISSING',
    message: UNAVAILABLE.TRANSCRIPTION,
    cause: new OperatorInstruction(
      `The folder in SHERPA_MODEL_DIR ${what}. Unpack a sherpa-onnx model there: Whisper, Parakeet, Zipformer, NeMo CTC ` +
        'or Moonshine, with its .onnx files and tokens.txt.',
      cause,
    ),
  });
}
