import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

import { AppError } from '@ringwell/domain/app-error';

/** The part of sherpa-onnx's `OfflineModelConfig` that names the model files. */
export interface SherpaModel {
  kind: 'whisper' | 'transducer' | 'moonshine';
  files: Record<string, string>;
  tokens: string;
}

// Substrings of file names in sherpa-onnx's releases. Transducers (Zipformer, Parakeet) are checked first, because they
// have a joiner in addition to Whisper's files; the library distinguishes them by their metadata.
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
  { kind: 'whisper', parts: { encoder: /encoder/, decoder: /decoder/ } },
];

/** @throws AppError SHERPA_MODEL_MISSING, not retryable, when there is no folder or no known model */
export async function findSherpaModel(modelDir: string): Promise<SherpaModel> {
  const names = await readdir(modelDir).catch((cause: unknown) => {
    throw modelMissing('does not exist or cannot be read', cause);
  });
  const tokens = names.find((name) => /tokens\.txt$/.test(name));
  for (const { kind, parts } of KINDS) {
    const found = Object.entries(parts).map(([part, pattern]) => [part, pickFile(names, pattern)] as const);
    if (!tokens || found.some(([, name]) => name === undefined)) continue;
    const files = Object.fromEntries(found.map(([part, name]) => [part, join(modelDir, name ?? '')]));
    return { kind, files, tokens: join(modelDir, tokens) };
  }
  throw modelMissing('holds no model that is known');
}

// Prefers the 8-bit file of a release: on a CPU it is faster and about as accurate.
function pickFile(names: string[], pattern: RegExp): string | undefined {
  const matching = names.filter((name) => name.endsWith('.onnx') && pattern.test(name)).sort();
  return matching.find((name) => name.includes('int8')) ?? matching[0];
}

function modelMissing(what: string, cause?: unknown): AppError {
  return new AppError({
    kind: 'provider',
    code: 'SHERPA_MODEL_MISSING',
    message:
      `The folder in SHERPA_MODEL_DIR ${what}. Unpack a sherpa-onnx model there: Whisper, Parakeet, Zipformer or ` +
      'Moonshine, with its .onnx files and tokens.txt.',
    cause,
  });
}
