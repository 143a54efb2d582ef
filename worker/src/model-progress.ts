import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

import { z } from 'zod';

import type { ModelProgress } from '@ringwell/database/scheduling/worker.entity';

// scripts/lib/models/first-models.mjs writes this file every two seconds while it runs.
const PROGRESS_FILE = '.progress.json';
const MAX_AGE_MS = 30_000;
const MODEL_PROGRESS_SCHEMA = z.array(
  z.object({
    name: z.string(),
    purpose: z.string(),
    receivedBytes: z.number(),
    totalBytes: z.number(),
    problem: z.string().nullable(),
  }),
);

/** The models currently downloading into a folder. */
export function readModelProgress(modelsDir: string): ModelProgress[] {
  const file = join(modelsDir, PROGRESS_FILE);
  try {
    return Date.now() - statSync(file).mtimeMs > MAX_AGE_MS
      ? []
      : MODEL_PROGRESS_SCHEMA.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return []; // no download is in progress
  }
}
