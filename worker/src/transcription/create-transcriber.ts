import { availableParallelism } from 'node:os';

import { AppError } from '@ringwell/domain/app-error';

import { DeepgramTranscriber } from './engines/deepgram.transcriber';
import { OpenaiTranscriber } from './engines/openai.transcriber';
import { PocketsphinxTranscriber } from './engines/pocketsphinx.transcriber';
import { SherpaTranscriber } from './engines/sherpa.transcriber';
import type { Transcriber } from './transcriber';

export const TRANSCRIPTION_ENGINES = ['openai', 'deepgram', 'sherpa', 'pocketsphinx'] as const;
export type TranscriptionEngine = (typeof TRANSCRIPTION_ENGINES)[number];

export interface TranscriptionOptions {
  /** `auto`: the first configured engine of openai, deepgram, sherpa; otherwise pocketsphinx. */
  engine: TranscriptionEngine | 'auto';
  openai: { baseUrl?: string; apiKey?: string; model: string };
  deepgram: { apiKey?: string; baseUrl: string; model: string };
  sherpa: { modelDir?: string };
  pocketsphinx: { binary: string; processes: number };
  /** For one request to a provider. */
  timeoutMs: number;
  /** ISO 639-1; detected by the engine when omitted. */
  language?: string;
}

export function chooseEngine(options: TranscriptionOptions): TranscriptionEngine {
  if (options.engine !== 'auto') return options.engine;
  if (options.openai.apiKey || options.openai.baseUrl) return 'openai';
  if (options.deepgram.apiKey) return 'deepgram';
  return options.sherpa.modelDir ? 'sherpa' : 'pocketsphinx';
}

/** Whether the engine computes on this machine, so that a worker has one slot per core. */
export function isLocalEngine(engine: TranscriptionEngine): boolean {
  return engine === 'pocketsphinx' || engine === 'sherpa';
}

/** @throws AppError TRANSCRIPTION_NOT_CONFIGURED when a setting of the requested engine is missing */
export function createTranscriber(options: TranscriptionOptions): Transcriber {
  const { openai, deepgram, sherpa, pocketsphinx, timeoutMs, language } = options;
  const engine = chooseEngine(options);
  switch (engine) {
    case 'openai':
      if (!openai.apiKey && !openai.baseUrl)
        throw notConfigured(engine, 'TRANSCRIPTION_API_KEY or TRANSCRIPTION_BASE_URL');
      return new OpenaiTranscriber({ ...openai, timeoutMs, language });
    case 'deepgram':
      if (!deepgram.apiKey) throw notConfigured(engine, 'DEEPGRAM_API_KEY');
      return new DeepgramTranscriber({ ...deepgram, apiKey: deepgram.apiKey, timeoutMs, language });
    case 'sherpa':
      if (!sherpa.modelDir) throw notConfigured(engine, 'SHERPA_MODEL_DIR');
      return new SherpaTranscriber({ modelDir: sherpa.modelDir, threads: availableParallelism(), language });
    case 'pocketsphinx':
      return new PocketsphinxTranscriber(pocketsphinx);
  }
}

function notConfigured(engine: TranscriptionEngine, setting: string): AppError {
  return new AppError({
    kind: 'internal',
    code: 'TRANSCRIPTION_NOT_CONFIGURED',
    message: `The transcription engine "${engine}" needs ${setting}.`,
  });
}
