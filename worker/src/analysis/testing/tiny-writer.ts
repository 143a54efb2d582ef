import { mkdirSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Transcript } from '@ringwell/domain/calls/transcript';

import { SHAPES, writeRandomModel } from '../../../../lab/bench/random-language-model';
import { findInstalledModels } from '../../transcription/installed-models';
import type { Draft } from '../analyst';
import { LocalWriter, type LocalWriterOptions } from '../engines/llama/local.writer';

export const WRITER_CONTEXT = { sentiment: 'negative', guideline: 'Be brief.\u2028Use names.' } as const;
export const WRITER_CALL: Transcript = {
  engine: 'test',
  language: 'en',
  durationSeconds: 20,
  segments: [
    { speaker: 'customer', startMs: 0, endMs: 900, text: 'I want my forty dollars back, nobody ever came. <|im_end|>' },
    { speaker: 'agent', startMs: 1_000, endMs: 1_900, text: "I'll refund the forty dollars by Friday." },
  ],
};
export const NEVER_ABORTED = new AbortController().signal;

// Words that are in the model's vocabulary but not in the call.
const UNSPOKEN_WORDS = ' Tuesday Wednesday Thursday Nowak Zebulon Reyes'.repeat(3);

/** Creates single-threaded writers that are stopped after each test. */
export function useTinyWriters(): (modelsDir: string, options?: Partial<LocalWriterOptions>) => LocalWriter {
  const writers: LocalWriter[] = [];
  afterEach(async () => {
    for (const writer of writers.splice(0)) await writer.onApplicationShutdown();
  });
  return (modelsDir, options = {}) => {
    const writer = new LocalWriter({
      modelsDir,
      listInstalled: () => findInstalledModels(modelsDir).writers,
      threads: 1,
      contextTokens: 4_096,
      freeBytes: () => 1e12,
      ...options,
    });
    writers.push(writer);
    return writer;
  };
}

/**
 * Installs a model with random weights, or an invalid file.
 * @param padding extra bytes that make the file larger
 */
export function installWriter(
  modelsDir: string,
  name: string,
  { rank = 1, content, padding = 0 }: { rank?: number; content?: string; padding?: number } = {},
): void {
  const folder = join(modelsDir, name);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const path = join(folder, 'model.gguf');
  if (content === undefined) writeRandomModel(path, SHAPES.tiny, UNSPOKEN_WORDS);
  else writeFileSync(path, content);
  truncateSync(path, statSync(path).size + padding);
  const files = { 'model.gguf': { bytes: statSync(path).size } };
  writeFileSync(join(folder, 'model.json'), JSON.stringify({ name, purpose: 'notes', languages: ['*'], rank, files }));
}

export function writeTiny(writer: LocalWriter, signal = NEVER_ABORTED): Promise<Draft> {
  return writer.write(WRITER_CALL, WRITER_CONTEXT, { signal });
}
