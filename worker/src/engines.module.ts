import { availableParallelism } from 'node:os';

import { Module } from '@nestjs/common';

import { CONFIG } from '@ringwell/platform/config/config.module';
import type { Config } from '@ringwell/platform/config/settings';

import { Analyst } from './analysis/analyst';
import { createAnalyst } from './analysis/create-analyst';
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
    { provide: Analyst, inject: [CONFIG], useFactory: analystOf },
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

function analystOf(config: Config): Analyst {
  return createAnalyst({
    engine: config.ANALYSIS_ENGINE,
    llm: {
      baseUrl: config.ANALYSIS_BASE_URL,
      apiKey: config.ANALYSIS_API_KEY,
      model: config.ANALYSIS_MODEL,
      timeoutMs: config.ANALYSIS_TIMEOUT_SECONDS * 1_000,
    },
  });
}
