import { availableParallelism } from 'node:os';

import { Module } from '@nestjs/common';

import { CONFIG } from '@ringwell/platform/config/config.module';
import type { Config } from '@ringwell/platform/config/settings';

import { Analyst } from './analysis/analyst';
import { LlmAnalyst } from './analysis/engines/llm.analyst';
import { LocalAnalyst } from './analysis/engines/local.analyst';
import {
  chooseEngine,
  createTranscriber,
  isLocalEngine,
  type TranscriptionOptions,
} from './transcription/create-transcriber';
import { Transcriber } from './transcription/transcriber';
import { defaultSlots, WorkerIdentity } from './worker-identity';

@Module({
  providers: [
    {
      provide: Transcriber,
      inject: [CONFIG],
      useFactory: (config: Config) => createTranscriber(transcriptionOptions(config)),
    },
    { provide: Analyst, inject: [CONFIG], useFactory: createAnalyst },
    {
      provide: WorkerIdentity,
      inject: [CONFIG, Transcriber, Analyst],
      useFactory: (config: Config, transcriber: Transcriber, analyst: Analyst) =>
        new WorkerIdentity(
          config.WORKER_SLOTS ?? defaultSlots(isLocalEngine(chooseEngine(transcriptionOptions(config)))),
          { transcription: transcriber.engine, analysis: analyst.engine },
        ),
    },
  ],
  exports: [Transcriber, Analyst, WorkerIdentity],
})
export class EnginesModule {}

function transcriptionOptions(config: Config): TranscriptionOptions {
  return {
    engine: config.TRANSCRIPTION_ENGINE,
    language: config.TRANSCRIPTION_LANGUAGE,
    timeoutMs: config.TRANSCRIPTION_TIMEOUT_SECONDS * 1_000,
    openai: {
      baseUrl: config.TRANSCRIPTION_BASE_URL,
      apiKey: config.TRANSCRIPTION_API_KEY,
      model: config.TRANSCRIPTION_MODEL,
    },
    deepgram: { baseUrl: config.DEEPGRAM_BASE_URL, apiKey: config.DEEPGRAM_API_KEY, model: config.DEEPGRAM_MODEL },
    sherpa: { modelDir: config.SHERPA_MODEL_DIR },
    pocketsphinx: { binary: 'pocketsphinx_continuous', processes: availableParallelism() },
  };
}

// `auto` is the language model if it is configured, otherwise the built-in analyst.
function createAnalyst(config: Config): Analyst {
  const { ANALYSIS_ENGINE: engine, ANALYSIS_BASE_URL: baseUrl, ANALYSIS_API_KEY: apiKey } = config;
  const hasModel = baseUrl !== undefined || apiKey !== undefined;
  if (engine === 'local' || (engine === 'auto' && !hasModel)) return new LocalAnalyst();
  return new LlmAnalyst({
    baseUrl,
    apiKey,
    model: config.ANALYSIS_MODEL,
    timeoutMs: config.ANALYSIS_TIMEOUT_SECONDS * 1_000,
  });
}
