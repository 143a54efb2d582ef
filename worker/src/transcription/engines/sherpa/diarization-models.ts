import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** Paths of sherpa-onnx's two speaker diarization models. */
export interface DiarizationModels {
  /** pyannote segmentation: who speaks when, within ten-second windows. */
  segmentation: string;
  /** Speaker embedding: which voices are the same across the call. */
  embedding: string;
}

const SEGMENTATION = /segmentation/i;

/**
 * Finds the models in a folder or its subfolders: `model.onnx` in a folder named like
 * `sherpa-onnx-pyannote-segmentation-3-0`, or a file with `segmentation` in its name, and one other .onnx file.
 * @returns undefined if the folder is missing or only has one of them
 */
export async function findDiarizationModels(folder: string): Promise<DiarizationModels | undefined> {
  const names = await readdir(folder, { recursive: true }).catch(() => [] as string[]);
  // Prefers full precision over 8 bits, because these models are small.
  const models = names.filter((name) => name.endsWith('.onnx')).sort((a, b) => rank(a) - rank(b) || a.localeCompare(b));
  const segmentation = models.find((name) => SEGMENTATION.test(name));
  const embedding = models.find((name) => !SEGMENTATION.test(name));
  return segmentation !== undefined && embedding !== undefined
    ? { segmentation: join(folder, segmentation), embedding: join(folder, embedding) }
    : undefined;
}

function rank(name: string): number {
  return name.includes('int8') ? 1 : 0;
}

/** sherpa-onnx's `OfflineSpeakerDiarizationConfig`: a call has two voices. */
export function diarizationConfig({ segmentation, embedding }: DiarizationModels, threads: number): object {
  const runOptions = { numThreads: threads, provider: 'cpu', debug: 0 };
  return {
    segmentation: { pyannote: { model: segmentation }, ...runOptions },
    embedding: { model: embedding, ...runOptions },
    clustering: { numClusters: 2 },
  };
}
