import { availableParallelism } from 'node:os';

import { internal, type AppError } from '@ringwell/domain/errors/app-error';

import { BestLocalTranscriber, type LocalCandidate } from './engines/best-local.transcriber';
import { DeepgramTranscriber } from './engines/deepgram.transcriber';
import { OpenaiTranscriber } from './engines/openai.transcriber';
import { PocketsphinxTranscriber } from './engines/pocketsphinx.transcriber';
import { SherpaTranscriber } from './engines/sherpa.transcriber';
import type { InstalledModels } from './installed-models';
import type { Transcriber } from './transcriber';

export const TRANSCRIPTION_ENGINES = ['openai', 'deepgram', 'sherpa', 'pocketsphinx'] as const;
export type TranscriptionEngine = (typeof TRANSCRIPTION_ENGINES)[number];

export interface TranscriptionOptions {
  /**
   * `auto`: the first configured engine of openai, deepgram, sherpa; then the best installed model; otherwise pocketsphinx.
   */
  engine: TranscriptionEngine | 'auto';
  openai: { baseUrl?: string; apiKey?: string; model: string };
  deepgram: { apiKey?: string; baseUrl: string; model: string };
  sherpa: { modelDir?: string; installed: Omit<InstalledModels, 'writers'> };
  pocketsphinx: { binary: string; processes: number };
  timeoutMs: number;
  /** ISO 639-1; detected by the engine if omitted. */
  language?: string;
  /** Receives engine problems as sentences for administrators. */
  onProblem: (problem: string) => void;
}

export function chooseEngine(options: TranscriptionOptions): TranscriptionEngine {
  if (options.engine !== 'auto') return options.engine;
  if (options.openai.apiKey || options.openai.baseUrl) return 'openai';
  if (options.deepgram.apiKey) return 'deepgram';
  const { modelDir, installed } = options.sherpa;
  return modelDir || installed.recognizers.length > 0 ? 'sherpa' : 'pocketsphinx';
}

/** Whether the engine runs on this machine, so that a worker has one slot per core. */
export function isLocalEngine(engine: TranscriptionEngine): boolean {
  return engine === 'pocketsphinx' || engine === 'sherpa';
}

/** @throws AppError TRANSCRIPTION_NOT_CONFIGURED if a setting for the requested engine is missing */
export function createTranscriber(options: TranscriptionOptions): Transcriber {
  const { openai, deepgram, timeoutMs, language } = options;
  const engine = chooseEngine(options);
  switch (engine) {
    case 'openai':
      if (!openai.apiKey && !openai.baseUrl)
        throw notConfiguredError(engine, 'TRANSCRIPTION_API_KEY or TRANSCRIPTION_BASE_URL');
      return new OpenaiTranscriber({ ...openai, timeoutMs, language });
    case 'deepgram':
      if (!deepgram.apiKey) throw notConfiguredError(engine, 'DEEPGRAM_API_KEY');
      return new DeepgramTranscriber({ ...deepgram, apiKey: deepgram.apiKey, timeoutMs, language });
    case 'sherpa':
      return createSherpaTranscriber(options);
    case 'pocketsphinx':
      return createBuiltInTranscriber(options);
  }
}

/** Uses only the operator's model if one is set; otherwise, skips damaged installed models. */
function createSherpaTranscriber(options: TranscriptionOptions): Transcriber {
  const { engine, sherpa, pocketsphinx, language, onProblem } = options;
  const create = (modelDir: string): Transcriber =>
    new SherpaTranscriber({
      modelDir,
      diarizationDir: sherpa.installed.speakersDir,
      threads: availableParallelism(),
      language,
      onDiarizationFailed: () => onProblem('The models that separate speakers failed on a recording.'),
    });
  if (sherpa.modelDir)
    return new BestLocalTranscriber([{ engine: 'sherpa', transcriber: create(sherpa.modelDir) }], [], onProblem);
  const { recognizers, damagedModels } = sherpa.installed;
  const candidates: LocalCandidate[] = recognizers.map(({ name, modelDir }) => ({
    engine: `sherpa:${name}`,
    model: name,
    transcriber: create(modelDir),
  }));
  if (candidates.length === 0)
    throw notConfiguredError('sherpa', 'SHERPA_MODEL_DIR, or a model: run "npm run models -- install parakeet"');
  if (engine === 'auto') candidates.push(createBuiltInCandidate(pocketsphinx));
  return new BestLocalTranscriber(candidates, damagedModels, onProblem);
}

function createBuiltInTranscriber({ engine, sherpa, pocketsphinx, onProblem }: TranscriptionOptions): Transcriber {
  const damagedModels = engine === 'auto' ? sherpa.installed.damagedModels : [];
  return new BestLocalTranscriber([createBuiltInCandidate(pocketsphinx)], damagedModels, onProblem);
}

function createBuiltInCandidate(options: TranscriptionOptions['pocketsphinx']): LocalCandidate {
  return { engine: 'pocketsphinx', transcriber: new PocketsphinxTranscriber(options) };
}

function notConfiguredError(engine: TranscriptionEngine, setting: string): AppError {
  return internal('TRANSCRIPTION_NOT_CONFIGURED', `The "${engine}" transcription engine requires ${setting}.`);
}
