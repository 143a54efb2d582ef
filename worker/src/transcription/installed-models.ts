import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

import { z } from 'zod';

import { baseLanguage } from '@ringwell/domain/calls/spoken-language';

// scripts/lib/models/installed.mjs writes this file after all other files of the model.
export const MANIFEST = 'model.json';
const MANIFEST_SCHEMA = z.object({
  name: z.string(),
  purpose: z.enum(['transcription', 'speakers', 'notes']),
  languages: z.array(z.string()),
  rank: z.number(),
  files: z.record(z.string(), z.object({ bytes: z.number() })),
});

export interface InstalledModel {
  /** Short name, such as `parakeet`. */
  name: string;
  /** The folder that contains the model's files. */
  modelDir: string;
}

export interface InstalledModels {
  /** Recognizers that support the language, best first. */
  recognizers: InstalledModel[];
  /** Folder with `segmentation.onnx` and `embedding.onnx`, for separating speakers. */
  speakersDir?: string;
  /** Language models that write summaries, best first. Each has a `model.gguf`. */
  writers: InstalledModel[];
  /** Names of models with missing or incomplete files. */
  damagedModels: string[];
}

/**
 * The models installed by `npm run models`.
 * @param modelsDir MODELS_DIR; doesn't have to exist
 * @param language ISO 639-1; models that don't support it are omitted
 */
export function findInstalledModels(modelsDir: string, language?: string): InstalledModels {
  const models = readFolders(modelsDir).map((name) => readModel(modelsDir, name));
  const completeModels = models.flatMap(({ model }) => (model ? [model] : []));
  const speakers = completeModels.find(({ purpose }) => purpose === 'speakers');
  const listByRank = (requiredPurpose: string): InstalledModel[] =>
    completeModels
      .filter(({ purpose, languages }) => purpose === requiredPurpose && supportsLanguage(languages, language))
      .sort((a, b) => a.rank - b.rank)
      .map(({ name, modelDir }) => ({ name, modelDir }));
  return {
    recognizers: listByRank('transcription'),
    writers: listByRank('notes'),
    ...(speakers && { speakersDir: speakers.modelDir }),
    damagedModels: models.flatMap(({ name, model }) => (model ? [] : [name])),
  };
}

// Hidden folders contain downloads and models that are being installed or removed.
function readFolders(modelsDir: string): string[] {
  try {
    return readdirSync(modelsDir, { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
      .map(({ name }) => name)
      .sort();
  } catch {
    return [];
  }
}

function readModel(
  modelsDir: string,
  name: string,
): { name: string; model?: z.infer<typeof MANIFEST_SCHEMA> & { modelDir: string } } {
  const modelDir = join(modelsDir, name);
  try {
    const manifest = MANIFEST_SCHEMA.parse(JSON.parse(readFileSync(join(modelDir, MANIFEST), 'utf8')));
    const isComplete = Object.entries(manifest.files).every(
      ([file, { bytes }]) => statSync(join(modelDir, file)).size === bytes,
    );
    return isComplete ? { name, model: { ...manifest, modelDir } } : { name };
  } catch {
    return { name };
  }
}

function supportsLanguage(languages: readonly string[], language?: string): boolean {
  const base = baseLanguage(language);
  return base === undefined || languages.includes('*') || languages.includes(base);
}
